import { removeSecondFactorEndpoint, startSecondFactorSetupEndpoint } from "@/contract/account";
import { startSecondFactorSetup as begin, removeSecondFactor as remove } from "@/core/staff/second-factor";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(startSecondFactorSetupEndpoint, ({ ctx, body, browser }) => begin(ctx, body, browser.client)),
  endpointHandler(removeSecondFactorEndpoint, ({ ctx, body, browser }) => browser.renewSession(remove(ctx, body, browser.client))),
);
