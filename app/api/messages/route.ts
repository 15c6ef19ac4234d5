import { listMessagesEndpoint } from "@/contract/messages";
import { listMessages } from "@/core/sends/automatic-emails";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listMessagesEndpoint, ({ ctx, query }) => listMessages(ctx, query)),
);
