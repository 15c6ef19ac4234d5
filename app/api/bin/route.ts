import { listBinEndpoint } from "@/contract/bin";
import { listBin } from "@/core/bin/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listBinEndpoint, ({ ctx, query }) => listBin(ctx, query)),
);
