import { changeMailSettingsEndpoint, findMailSettingsEndpoint } from "@/contract/mail-settings";
import { changeMailSettings as change, findMailSettings as find } from "@/core/email-delivery/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findMailSettingsEndpoint, ({ ctx }) => find(ctx)),
  endpointHandler(changeMailSettingsEndpoint, ({ ctx, body }) => change(ctx, body)),
);
