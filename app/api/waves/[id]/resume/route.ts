import { resumeWaveEndpoint } from "@/contract/waves";
import { resumeWave } from "@/core/waves/waves";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resumeWaveEndpoint, ({ ctx, params }) => resumeWave(ctx, params.id)),
);
