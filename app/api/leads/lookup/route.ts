import { findLeadsEndpoint } from "@/contract/leads";
import { getMany } from "@/core/leads/find";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findLeadsEndpoint, async ({ ctx, body }) => getMany(ctx, body.emails)),
);
