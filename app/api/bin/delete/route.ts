import { deleteFromBinEndpoint } from "@/contract/bin";
import { deleteFromBin } from "@/core/bin/delete";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(deleteFromBinEndpoint, ({ ctx, body }) => deleteFromBin(ctx, body)),
);
