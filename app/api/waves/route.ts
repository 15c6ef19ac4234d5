import { createWaveEndpoint, listWavesEndpoint } from "@/contract/waves";
import { listWaves } from "@/core/waves/record";
import { createWave } from "@/core/waves/waves";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(createWaveEndpoint, ({ ctx, body }) => createWave(ctx, body)),
  endpointHandler(listWavesEndpoint, ({ ctx, query }) => listWaves(ctx, query)),
);
