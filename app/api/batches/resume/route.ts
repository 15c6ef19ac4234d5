import { resumeBatchEndpoint } from "@/contract/batches";
import { resume } from "@/core/batches/pause";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resumeBatchEndpoint, ({ ctx, body }) => resume(ctx, body.batch)),
);
