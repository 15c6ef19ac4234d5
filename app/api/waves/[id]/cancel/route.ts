import { cancelWaveEndpoint } from "@/contract/waves";
import { cancelWave } from "@/core/waves/waves";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(cancelWaveEndpoint, ({ ctx, params }) => cancelWave(ctx, params.id)),
);
