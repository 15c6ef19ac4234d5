import { resetPasswordEndpoint } from "@/contract/account";
import { resetPassword as reset } from "@/core/staff/password-reset";
import { routes } from "@/lib/routes";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resetPasswordEndpoint, ({ ctx, body, browser }) =>
    browser.useLink(routes.resetPassword, reset(ctx, body, browser.client)),
  ),
);
