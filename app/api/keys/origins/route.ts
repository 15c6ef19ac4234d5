import { allowOriginsEndpoint } from "@/contract/keys";
import { allowOrigins as allow } from "@/core/keys/origins";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(allowOriginsEndpoint, ({ ctx, body }) => allow(ctx, body.origins)),
);
