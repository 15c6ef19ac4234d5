import { previewSendEmailEndpoint } from "@/contract/send-preview";
import { getPreviewMessage } from "@/core/sends/message";
import { renderEmail, toEmailPreview } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(
    previewSendEmailEndpoint,
    async ({ ctx, query }) => toEmailPreview(await renderEmail(await getPreviewMessage(ctx, query)), query.scheme).html,
  ),
);
