import { getWaveStatsEndpoint } from "@/contract/waves";
import { getWaveStats } from "@/core/waves/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getWaveStatsEndpoint, ({ ctx, params }) => getWaveStats(ctx, params.id)),
);
