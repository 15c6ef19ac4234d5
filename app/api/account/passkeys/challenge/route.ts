import { startPasskeySetupEndpoint } from "@/contract/passkeys";
import { startPasskeySetup as start } from "@/core/staff/passkeys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(startPasskeySetupEndpoint, ({ ctx, body, browser }) => start(ctx, body, browser.client)),
);
