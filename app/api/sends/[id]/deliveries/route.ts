import { listSendDeliveriesEndpoint } from "@/contract/deliveries";
import { listSendDeliveries } from "@/core/sends/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSendDeliveriesEndpoint, ({ ctx, params, query }) => listSendDeliveries(ctx, params.id, query)),
);
