import { createWebhookEndpoint, listWebhooksEndpoint } from "@/contract/webhooks";
import { listWebhooks } from "@/core/webhooks/record";
import { createWebhook } from "@/core/webhooks/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listWebhooksEndpoint, ({ ctx }) => listWebhooks(ctx)),
  endpointHandler(createWebhookEndpoint, ({ ctx, body }) => createWebhook(ctx, body)),
);
