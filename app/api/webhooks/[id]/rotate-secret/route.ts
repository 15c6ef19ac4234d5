import { rotateWebhookSecretEndpoint } from "@/contract/webhooks";
import { rotateWebhookSecret } from "@/core/webhooks/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(rotateWebhookSecretEndpoint, ({ ctx, params, body }) => rotateWebhookSecret(ctx, params.id, body.revoke ?? false)),
);
