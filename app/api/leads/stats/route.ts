import { getLeadStatsEndpoint } from "@/contract/leads";
import { getLeadStats } from "@/core/leads/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getLeadStatsEndpoint, ({ ctx, query }) => getLeadStats(ctx, query)),
);
