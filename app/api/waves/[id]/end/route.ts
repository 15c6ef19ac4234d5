import { endWaveEndpoint } from "@/contract/waves";
import { endWave } from "@/core/waves/waves";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(endWaveEndpoint, ({ ctx, params }) => endWave(ctx, params.id)),
);
