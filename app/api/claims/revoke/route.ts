import { revokeClaimEndpoint } from "@/contract/claims";
import { revokeClaim } from "@/core/claims/revoke";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(revokeClaimEndpoint, ({ ctx, body }) => revokeClaim(ctx, body)),
);
