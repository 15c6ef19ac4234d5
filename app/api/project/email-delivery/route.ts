import { getEmailDeliveryEndpoint, updateEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { getEmailDelivery, updateEmailDelivery } from "@/core/email-delivery/settings";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getEmailDeliveryEndpoint, ({ ctx }) => getEmailDelivery(ctx)),
  endpointHandler(updateEmailDeliveryEndpoint, ({ ctx, body, browser }) => updateEmailDelivery(ctx, body, browser.client)),
);
