import { confirmSecondFactorEndpoint } from "@/contract/account";
import { confirmSecondFactor as confirm } from "@/core/staff/second-factor";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(confirmSecondFactorEndpoint, ({ ctx, body, browser }) => browser.renewSession(confirm(ctx, body, browser.client))),
);
