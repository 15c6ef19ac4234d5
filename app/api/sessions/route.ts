import { endSessionsEndpoint, listSessionsEndpoint } from "@/contract/session";
import { endSessions as end, listSessions as list } from "@/core/staff/sessions";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSessionsEndpoint, ({ ctx }) => list(ctx)),
  endpointHandler(endSessionsEndpoint, ({ ctx, browser }) => browser.forget(end(ctx))),
);
