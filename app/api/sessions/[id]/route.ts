import { endSessionEndpoint } from "@/contract/session";
import { endSession as end } from "@/core/staff/sessions";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(endSessionEndpoint, ({ ctx, params }) => end(ctx, params.id)),
);
