import { addPasskeyEndpoint, listPasskeysEndpoint } from "@/contract/passkeys";
import { addPasskey as add, listPasskeys as list } from "@/core/staff/passkeys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listPasskeysEndpoint, ({ ctx }) => list(ctx)),
  endpointHandler(addPasskeyEndpoint, ({ ctx, body, browser }) => browser.renewSession(add(ctx, body))),
);
