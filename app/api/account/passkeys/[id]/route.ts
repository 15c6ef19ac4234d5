import { removePasskeyEndpoint, renamePasskeyEndpoint } from "@/contract/passkeys";
import { removePasskey as remove, renamePasskey as rename } from "@/core/staff/passkeys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(renamePasskeyEndpoint, ({ ctx, params, body }) => rename(ctx, params.id, body)),
  endpointHandler(removePasskeyEndpoint, ({ ctx, params, body, browser }) =>
    browser.renewSession(remove(ctx, params.id, body, browser.client)),
  ),
);
