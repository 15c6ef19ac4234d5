import { retryMessagesEndpoint } from "@/contract/messages";
import { retryMessages } from "@/core/sends/automatic-emails";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(retryMessagesEndpoint, ({ ctx, body }) => retryMessages(ctx, body)),
);
