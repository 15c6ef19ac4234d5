import { createBatchEndpoint, listBatchesEndpoint } from "@/contract/batches";
import { createBatch, createBatchMutexKey } from "@/core/batches/create";
import { listBatches } from "@/core/batches/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listBatchesEndpoint, ({ ctx, query }) => listBatches(ctx, query)),
  endpointHandler(createBatchEndpoint, ({ ctx, body }) => createBatch(ctx, body), {
    mutexKey: ({ ctx, body }) => createBatchMutexKey(ctx, body),
  }),
);
