import { getOverviewEndpoint } from "@/contract/overview";
import { getOverview } from "@/core/overview";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getOverviewEndpoint, ({ ctx }) => getOverview(ctx)),
);
