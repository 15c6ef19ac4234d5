import { deleteBatchEndpoint } from "@/contract/batches";
import { remove } from "@/core/batches/delete";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(deleteBatchEndpoint, ({ ctx, body }) => remove(ctx, body)),
);
