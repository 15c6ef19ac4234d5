import { previewWaveEndpoint } from "@/contract/waves";
import { previewWave } from "@/core/waves/preview";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewWaveEndpoint, ({ ctx, body }) => previewWave(ctx, body)),
);
