import { listAllDeliveriesEndpoint } from "@/contract/deliveries";
import { list } from "@/core/sends/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listAllDeliveriesEndpoint, ({ ctx, query }) => list(ctx, query)),
);
