import { getSignInSettingsEndpoint, updateSignInSettingsEndpoint } from "@/contract/team";
import { getSignInSettings as get, updateSignInSettings as update } from "@/core/staff/sign-in-settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getSignInSettingsEndpoint, ({ ctx }) => get(ctx)),
  endpointHandler(updateSignInSettingsEndpoint, ({ ctx, body }) => update(ctx, body)),
);
