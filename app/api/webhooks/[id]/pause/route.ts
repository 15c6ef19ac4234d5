import { pauseWebhookEndpoint } from "@/contract/webhooks";
import { pauseWebhook } from "@/core/webhooks/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseWebhookEndpoint, ({ ctx, params }) => pauseWebhook(ctx, params.id)),
);
