import { revokeKeyEndpoint } from "@/contract/keys";
import { revokeKey as revoke } from "@/core/keys/keys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(revokeKeyEndpoint, ({ ctx, params }) => revoke(ctx, params.id)),
);
