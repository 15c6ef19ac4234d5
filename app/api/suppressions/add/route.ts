import { addSuppressionEndpoint } from "@/contract/suppressions";
import { add } from "@/core/suppressions/add";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(addSuppressionEndpoint, ({ ctx, body }) => add(ctx, body)),
);
