import { pauseWaveEndpoint } from "@/contract/waves";
import { pauseWave } from "@/core/waves/waves";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseWaveEndpoint, ({ ctx, params }) => pauseWave(ctx, params.id)),
);
