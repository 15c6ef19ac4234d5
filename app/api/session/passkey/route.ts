import { signInWithPasskeyEndpoint } from "@/contract/passkeys";
import { signInWithPasskey as enter } from "@/core/staff/sign-in";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(signInWithPasskeyEndpoint, ({ ctx, body, browser }) =>
    browser.signIn(enter(ctx, body, browser.passkeyToken, browser.client)),
  ),
);
