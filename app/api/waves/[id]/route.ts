import { getWaveEndpoint } from "@/contract/waves";
import { getWave } from "@/core/waves/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getWaveEndpoint, ({ ctx, params }) => getWave(ctx, params.id)),
);
