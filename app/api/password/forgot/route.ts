import { requestPasswordResetEndpoint } from "@/contract/account";
import { requestPasswordReset as ask } from "@/core/staff/password-reset";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(requestPasswordResetEndpoint, ({ ctx, body, browser }) => ask(ctx, body, browser.client)),
);
