import { getWaitlistPositionEndpoint } from "@/contract/leads";
import { getLeadPosition } from "@/core/leads/waitlist";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getWaitlistPositionEndpoint, ({ ctx, params }) => getLeadPosition(ctx, params.email)),
);
