import { restoreFromBinEndpoint } from "@/contract/bin";
import { restoreFromBin } from "@/core/bin/restore";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(restoreFromBinEndpoint, ({ ctx, body }) => restoreFromBin(ctx, body)),
);
