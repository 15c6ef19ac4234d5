import { getSessionEndpoint, signInEndpoint, signOutEndpoint } from "@/contract/session";
import { signOut as leave } from "@/core/staff/sessions";
import { signIn as enter, getSession as find } from "@/core/staff/sign-in";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(signInEndpoint, ({ ctx, body, browser }) => browser.signIn(enter(ctx, body, browser.client, browser.passkeyToken))),
  endpointHandler(getSessionEndpoint, ({ ctx }) => find(ctx)),
  endpointHandler(signOutEndpoint, ({ ctx, browser }) => browser.signOut(leave(ctx))),
);
