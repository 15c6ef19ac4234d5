import { moveOnWaitlistEndpoint } from "@/contract/waitlist";
import { moveToPosition } from "@/core/leads/waitlist-list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(moveOnWaitlistEndpoint, ({ ctx, body }) => moveToPosition(ctx, body)),
);
