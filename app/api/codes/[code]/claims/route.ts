import { listCodeClaimsEndpoint } from "@/contract/claims";
import { listCodeClaims } from "@/core/claims/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listCodeClaimsEndpoint, ({ ctx, params, query }) => listCodeClaims(ctx, params.code, query)),
);
