import { resumeWebhookEndpoint } from "@/contract/webhooks";
import { resumeWebhook } from "@/core/webhooks/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resumeWebhookEndpoint, ({ ctx, params, body }) => resumeWebhook(ctx, params.id, body)),
);
