import { getRateLimitSettingsEndpoint, updateRateLimitSettingsEndpoint } from "@/contract/abuse-protection-settings";
import { getRateLimitSettings, updateRateLimitSettings } from "@/core/abuse-protection/rate-limit-settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getRateLimitSettingsEndpoint, ({ ctx }) => getRateLimitSettings(ctx)),
  endpointHandler(updateRateLimitSettingsEndpoint, ({ ctx, body }) => updateRateLimitSettings(ctx, body)),
);
