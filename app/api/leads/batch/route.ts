import { createLeadsEndpoint } from "@/contract/bulk-leads";
import { createLeads } from "@/core/leads/create-many";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(createLeadsEndpoint, ({ ctx, body }) => createLeads(ctx, body)),
);
