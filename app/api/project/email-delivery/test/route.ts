import { testEmailDeliveryEndpoint } from "@/contract/email-delivery";
import { testEmailDelivery } from "@/core/email-delivery/test-connection";
import { testEmailServer } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(testEmailDeliveryEndpoint, ({ ctx, body }) => testEmailDelivery(ctx, body, testEmailServer)),
);
