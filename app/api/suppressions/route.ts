import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { list } from "@/core/suppressions/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSuppressionsEndpoint, ({ ctx, query }) => list(ctx, query)),
);
