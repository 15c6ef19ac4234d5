import { listDeliveriesEndpoint } from "@/contract/deliveries";
import { deliveriesOf } from "@/core/sends/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listDeliveriesEndpoint, ({ ctx, params, query }) => deliveriesOf(ctx, params.id, query)),
);
