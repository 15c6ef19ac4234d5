import { lookupLeadsEndpoint } from "@/contract/leads";
import { lookupLeads } from "@/core/leads/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(lookupLeadsEndpoint, ({ ctx, query, body }) => lookupLeads(ctx, body.emails, query)),
);
