import { countLeadsByDayEndpoint } from "@/contract/leads";
import { days } from "@/core/leads/days";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(countLeadsByDayEndpoint, ({ ctx, query }) => days(ctx, query)),
);
