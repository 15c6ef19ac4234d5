import { pauseBatchEndpoint } from "@/contract/batches";
import { pause } from "@/core/batches/pause";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseBatchEndpoint, ({ ctx, body }) => pause(ctx, body.batch)),
);
