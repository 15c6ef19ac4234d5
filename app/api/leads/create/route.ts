import { createLeadEndpoint } from "@/contract/leads";
import { createLead } from "@/core/leads/create";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(createLeadEndpoint, ({ ctx, body }) => createLead(ctx, body)),
);
