import { deleteLeadEndpoint } from "@/contract/leads";
import { deleteLead } from "@/core/leads/delete";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(deleteLeadEndpoint, ({ ctx, body }) => deleteLead(ctx, body.email)),
);
