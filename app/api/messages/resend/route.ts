import { resendMessageEndpoint } from "@/contract/messages";
import { resendMessage } from "@/core/sends/automatic-emails";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resendMessageEndpoint, ({ ctx, body }) => resendMessage(ctx, body)),
);
