import { getWaitlistFunnelEndpoint } from "@/contract/waitlist";
import { getWaitlistFunnel } from "@/core/stats/funnel";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getWaitlistFunnelEndpoint, ({ ctx }) => getWaitlistFunnel(ctx)),
);
