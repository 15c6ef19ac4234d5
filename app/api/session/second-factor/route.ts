import { confirmSignInEndpoint } from "@/contract/session";
import { confirmSignIn as confirm } from "@/core/staff/sign-in";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(confirmSignInEndpoint, async ({ ctx, body, browser }) =>
    browser.signIn(confirm(ctx, body, { session: await browser.readSession(), passkeyToken: browser.passkeyToken }, browser.client)),
  ),
);
