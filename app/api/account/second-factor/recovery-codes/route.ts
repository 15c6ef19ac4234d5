import { regenerateRecoveryCodesEndpoint } from "@/contract/account";
import { regenerateRecoveryCodes as renew } from "@/core/staff/second-factor";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(regenerateRecoveryCodesEndpoint, ({ ctx, body, browser }) => renew(ctx, body, browser.client)),
);
