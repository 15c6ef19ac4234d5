import { changeLeadEmailEndpoint } from "@/contract/leads";
import { requestEmailChange } from "@/core/leads/change-email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(changeLeadEmailEndpoint, ({ ctx, body }) => requestEmailChange(ctx, body)),
);
