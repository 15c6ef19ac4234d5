import { getClaimStatsEndpoint } from "@/contract/claims";
import { getClaimStats } from "@/core/claims/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getClaimStatsEndpoint, ({ ctx, query }) => getClaimStats(ctx, query)),
);
