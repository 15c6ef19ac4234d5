import { listDeliveriesEndpoint } from "@/contract/deliveries";
import { listDeliveries } from "@/core/sends/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listDeliveriesEndpoint, ({ ctx, query }) => listDeliveries(ctx, query)),
);
