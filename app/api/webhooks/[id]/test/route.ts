import { testWebhookEndpoint } from "@/contract/webhooks";
import { testWebhook } from "@/core/webhooks/test-webhook";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(testWebhookEndpoint, ({ ctx, params, body }) => testWebhook(ctx, params.id, body.type)),
);
