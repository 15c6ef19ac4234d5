import { bulkUpdateLeadsEndpoint } from "@/contract/bulk-leads";
import { bulkUpdateLeads } from "@/core/leads/bulk-actions";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(bulkUpdateLeadsEndpoint, ({ ctx, body }) => bulkUpdateLeads(ctx, body)),
);
