import { sendSavedEmailsEndpoint } from "@/contract/messages";
import { sendSavedEmails } from "@/core/sends/saved-emails";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendSavedEmailsEndpoint, ({ ctx }) => sendSavedEmails(ctx)),
);
