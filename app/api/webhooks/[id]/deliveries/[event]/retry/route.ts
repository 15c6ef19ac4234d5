import { retryWebhookDeliveryEndpoint } from "@/contract/webhooks";
import { retryWebhookDelivery } from "@/core/webhooks/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(retryWebhookDeliveryEndpoint, ({ ctx, params }) => retryWebhookDelivery(ctx, params.id, params.event)),
);
