import { listBatchesEndpoint, makeBatchEndpoint } from "@/contract/batches";
import { list } from "@/core/batches/list";
import { make, turnToMakeBatch } from "@/core/batches/make";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listBatchesEndpoint, ({ ctx, query }) => list(ctx, query)),
  endpointHandler(
    makeBatchEndpoint,
    ({ ctx, body }) => make(ctx, body),
    ({ ctx, body }) => turnToMakeBatch(ctx, body),
  ),
);
