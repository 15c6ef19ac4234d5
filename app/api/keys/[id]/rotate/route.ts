import { rotateKeyEndpoint } from "@/contract/keys";
import { rotateKey as rotate } from "@/core/keys/keys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(rotateKeyEndpoint, ({ ctx, params, body }) => rotate(ctx, params.id, body.overlapHours, body.expiresAt)),
);
