import { restoreEmailTemplateEndpoint } from "@/contract/email-templates";
import { restoreEmailTemplate } from "@/core/email-templates/templates";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(restoreEmailTemplateEndpoint, ({ ctx, params }) => restoreEmailTemplate(ctx, params.kind, params.id)),
);
