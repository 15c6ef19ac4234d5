import { listFailedClaimsEndpoint } from "@/contract/claims";
import { listFailedClaims } from "@/core/claims/failed";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listFailedClaimsEndpoint, ({ ctx, query }) => listFailedClaims(ctx, query)),
);
