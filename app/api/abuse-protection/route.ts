import { getAbuseProtectionEndpoint } from "@/contract/abuse-protection-settings";
import { getAbuseProtection } from "@/core/abuse-protection/status";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getAbuseProtectionEndpoint, ({ ctx }) => getAbuseProtection(ctx)),
);
