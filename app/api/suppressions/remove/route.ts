import { removeSuppressionEndpoint } from "@/contract/suppressions";
import { remove } from "@/core/suppressions/remove";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(removeSuppressionEndpoint, ({ ctx, body }) => remove(ctx, body.email)),
);
