import { updateAllowedOriginsEndpoint } from "@/contract/keys";
import { updateAllowedOrigins as allow } from "@/core/keys/keys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(updateAllowedOriginsEndpoint, ({ ctx, body }) => allow(ctx, body)),
);
