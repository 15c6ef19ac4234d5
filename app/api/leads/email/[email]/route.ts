import { getLeadEndpoint, updateLeadEndpoint } from "@/contract/leads";
import { getLead } from "@/core/leads/record";
import { updateLead } from "@/core/leads/update";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getLeadEndpoint, ({ ctx, params }) => getLead(ctx, params.email)),
  endpointHandler(updateLeadEndpoint, ({ ctx, params, body }) => updateLead(ctx, params.email, body)),
);
