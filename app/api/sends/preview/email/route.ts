import { previewSendEmailEndpoint, renderSendEmailEndpoint } from "@/contract/send-preview";
import { getPreviewMessage } from "@/core/sends/email-content";
import { renderEmail, toEmailPreview } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(
    previewSendEmailEndpoint,
    async ({ ctx, query }) => toEmailPreview(await renderEmail(ctx, await getPreviewMessage(ctx, query)), query.scheme).html,
  ),
  endpointHandler(renderSendEmailEndpoint, async ({ ctx, body: { personal, scheme, ...body } }) =>
    toEmailPreview(await renderEmail(ctx, await getPreviewMessage(ctx, { ...personal, ...body })), scheme),
  ),
);
