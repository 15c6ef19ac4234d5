import { changeSuppressionEndpoint } from "@/contract/suppressions";
import { change } from "@/core/suppressions/change";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(changeSuppressionEndpoint, ({ ctx, body }) => change(ctx, body)),
);
