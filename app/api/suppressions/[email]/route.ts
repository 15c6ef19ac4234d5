import { removeSuppressionEndpoint, updateSuppressionEndpoint } from "@/contract/suppressions";
import { removeSuppression } from "@/core/suppressions/remove";
import { updateSuppression } from "@/core/suppressions/update";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(updateSuppressionEndpoint, ({ ctx, params, body }) => updateSuppression(ctx, params.email, body)),
  endpointHandler(removeSuppressionEndpoint, ({ ctx, params }) => removeSuppression(ctx, params.email)),
);
