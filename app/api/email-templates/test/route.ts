import { sendTestMailEndpoint } from "@/contract/mail";
import { sendTestMail as sendTest } from "@/core/sends/test-mail";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendTestMailEndpoint, ({ ctx, body }) => sendTest(ctx, body)),
);
