import { listWaitlistEndpoint } from "@/contract/waitlist";
import { listWaitlist } from "@/core/leads/waitlist-list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listWaitlistEndpoint, ({ ctx, query }) => listWaitlist(ctx, query)),
);
