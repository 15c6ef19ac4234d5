import { resetEmailTemplateEndpoint, updateEmailTemplateEndpoint } from "@/contract/email-templates";
import { resetEmailTemplate, updateEmailTemplate } from "@/core/email-templates/templates";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(updateEmailTemplateEndpoint, ({ ctx, params, body: { expected, ...content } }) =>
    updateEmailTemplate(ctx, params.kind, content, { expected }),
  ),
  endpointHandler(resetEmailTemplateEndpoint, ({ ctx, params }) => resetEmailTemplate(ctx, params.kind)),
);
