import { deleteWebhookEndpoint, getWebhookEndpoint, updateWebhookEndpoint } from "@/contract/webhooks";
import { getWebhook } from "@/core/webhooks/record";
import { deleteWebhook, updateWebhook } from "@/core/webhooks/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getWebhookEndpoint, ({ ctx, params }) => getWebhook(ctx, params.id)),
  endpointHandler(updateWebhookEndpoint, ({ ctx, params, body }) => updateWebhook(ctx, params.id, body)),
  endpointHandler(deleteWebhookEndpoint, ({ ctx, params }) => deleteWebhook(ctx, params.id)),
);
