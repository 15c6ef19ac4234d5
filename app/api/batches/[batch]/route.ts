import { deleteBatchEndpoint, getBatchEndpoint, updateBatchEndpoint } from "@/contract/batches";
import { deleteBatch } from "@/core/batches/delete";
import { getBatch } from "@/core/batches/record";
import { updateBatch } from "@/core/batches/update";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getBatchEndpoint, ({ ctx, params }) => getBatch(ctx, params.batch)),
  endpointHandler(updateBatchEndpoint, ({ ctx, params, body }) => updateBatch(ctx, params.batch, body)),
  endpointHandler(deleteBatchEndpoint, ({ ctx, params }) => deleteBatch(ctx, params.batch)),
);
