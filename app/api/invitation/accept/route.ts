import { acceptInvitationEndpoint } from "@/contract/team";
import { acceptInvitation } from "@/core/staff/invitations";
import { routes } from "@/lib/routes";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(acceptInvitationEndpoint, ({ ctx, body, browser }) =>
    browser.useLink(routes.invitation, browser.signIn(acceptInvitation(ctx, body, browser.client))),
  ),
);
