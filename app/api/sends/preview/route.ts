import { previewSendEndpoint } from "@/contract/send-preview";
import { previewSend } from "@/core/sends/preview";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewSendEndpoint, ({ ctx, body }) => previewSend(ctx, body)),
);
