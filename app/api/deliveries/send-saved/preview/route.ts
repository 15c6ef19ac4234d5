import { previewSavedEmailsEndpoint } from "@/contract/messages";
import { previewSavedEmails } from "@/core/sends/saved-emails";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewSavedEmailsEndpoint, ({ ctx }) => previewSavedEmails(ctx)),
);
