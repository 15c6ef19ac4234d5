import { bulkUpdateBatchesEndpoint } from "@/contract/batches";
import { bulkUpdateBatches } from "@/core/batches/bulk-update";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(bulkUpdateBatchesEndpoint, ({ ctx, body }) => bulkUpdateBatches(ctx, body)),
);
