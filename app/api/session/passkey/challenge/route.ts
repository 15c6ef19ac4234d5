import { startPasskeySignInEndpoint } from "@/contract/passkeys";
import { startPasskeySignIn as start } from "@/core/staff/passkeys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(startPasskeySignInEndpoint, ({ ctx, browser }) => browser.rememberPasskeyToken(start(ctx, browser.client))),
);
