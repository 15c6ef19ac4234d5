import { listEmailTemplateVersionsEndpoint } from "@/contract/email-templates";
import { listTemplateVersions } from "@/core/email-templates/versions";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listEmailTemplateVersionsEndpoint, ({ ctx, params }) => listTemplateVersions(ctx, params.kind)),
);
