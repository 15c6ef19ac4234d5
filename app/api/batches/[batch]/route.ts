import { findBatchEndpoint } from "@/contract/batches";
import { get } from "@/core/batches/find";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findBatchEndpoint, ({ ctx, params }) => get(ctx, params.batch)),
);
