import { listLeadsEndpoint } from "@/contract/leads";
import { listLeads } from "@/core/leads/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listLeadsEndpoint, ({ ctx, query }) => listLeads(ctx, query)),
);
