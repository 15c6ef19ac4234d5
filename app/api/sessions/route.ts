import { listSessionsEndpoint, revokeAllSessionsEndpoint } from "@/contract/session";
import { revokeAllSessions as end, listSessions as list } from "@/core/staff/sessions";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSessionsEndpoint, ({ ctx }) => list(ctx)),
  endpointHandler(revokeAllSessionsEndpoint, ({ ctx, browser }) => browser.signOut(end(ctx))),
);
