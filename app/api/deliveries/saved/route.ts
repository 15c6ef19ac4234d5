import { listSavedEmailsEndpoint } from "@/contract/messages";
import { listSavedEmails } from "@/core/sends/saved-emails";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSavedEmailsEndpoint, ({ ctx, query }) => listSavedEmails(ctx, query)),
);
