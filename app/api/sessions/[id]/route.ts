import { revokeSessionEndpoint } from "@/contract/session";
import { revokeSession as end } from "@/core/staff/sessions";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(revokeSessionEndpoint, ({ ctx, params }) => end(ctx, params.id)),
);
