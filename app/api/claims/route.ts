import { listClaimsEndpoint } from "@/contract/claims";
import { listClaims } from "@/core/claims/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listClaimsEndpoint, ({ ctx, query }) => listClaims(ctx, query)),
);
