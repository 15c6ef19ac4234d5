import { getWebhookDeliveryEndpoint } from "@/contract/webhooks";
import { getWebhookDelivery } from "@/core/webhooks/deliveries";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getWebhookDeliveryEndpoint, ({ ctx, params }) => getWebhookDelivery(ctx, params.id, params.event)),
);
