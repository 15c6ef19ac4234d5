import { exchangeTokenEndpoint } from "@/contract/claims";
import { exchangeToken } from "@/core/claims/exchange";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(exchangeTokenEndpoint, ({ ctx, body }) => exchangeToken(ctx, body.claimToken ?? body.token ?? "")),
);
