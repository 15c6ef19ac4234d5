import { findLeadEndpoint } from "@/contract/leads";
import { get } from "@/core/leads/find";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findLeadEndpoint, ({ ctx, params }) => get(ctx, params.email)),
);
