import { createWaveEndpoint, listWavesEndpoint } from "@/contract/waves";
import { listEmailWarnings } from "@/core/sends/reply-warnings";
import { listWaves } from "@/core/waves/record";
import { createWave } from "@/core/waves/waves";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(createWaveEndpoint, async ({ ctx, body }) => ({
    ...(await createWave(ctx, body)),
    warnings: await listEmailWarnings(ctx),
  })),
  endpointHandler(listWavesEndpoint, ({ ctx, query }) => listWaves(ctx, query)),
);
