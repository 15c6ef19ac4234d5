import { sendTestEmailEndpoint } from "@/contract/email-templates";
import { sendTestEmail } from "@/core/email-templates/send-test";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendTestEmailEndpoint, ({ ctx, body }) => sendTestEmail(ctx, body)),
);
