import { countClaimsByDayEndpoint } from "@/contract/claims";
import { days } from "@/core/claims/days";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(countClaimsByDayEndpoint, ({ ctx, query }) => days(ctx, query)),
);
