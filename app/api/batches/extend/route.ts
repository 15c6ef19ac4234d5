import { extendBatchEndpoint } from "@/contract/batches";
import { extend } from "@/core/batches/extend";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(extendBatchEndpoint, ({ ctx, body }) => extend(ctx, body)),
);
