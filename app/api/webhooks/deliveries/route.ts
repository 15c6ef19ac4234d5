import { listWebhookDeliveriesEndpoint } from "@/contract/webhooks";
import { listWebhookDeliveries } from "@/core/webhooks/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listWebhookDeliveriesEndpoint, ({ ctx, query }) => listWebhookDeliveries(ctx, query)),
);
