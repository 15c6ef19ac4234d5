import { previewEmailTemplateEndpoint } from "@/contract/email-templates";
import { createSampleMessage } from "@/core/email-templates/sample-message";
import { renderEmail, toEmailPreview } from "@/server/email";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewEmailTemplateEndpoint, async ({ ctx, body: { kind, scheme, email, buttonUrl, ...content } }) =>
    toEmailPreview(await renderEmail(ctx, await createSampleMessage(ctx, kind, content, { email, buttonUrl })), scheme),
  ),
);
