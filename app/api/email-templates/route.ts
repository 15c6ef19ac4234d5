import { listEmailTemplatesEndpoint } from "@/contract/email-templates";
import { listEmailTemplates } from "@/core/email-templates/templates";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listEmailTemplatesEndpoint, ({ ctx }) => listEmailTemplates(ctx)),
);
