import { recoverWebhookEndpoint } from "@/contract/webhooks";
import { recoverWebhook } from "@/core/webhooks/recover";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(recoverWebhookEndpoint, ({ ctx, params, body }) => recoverWebhook(ctx, params.id, body)),
);
