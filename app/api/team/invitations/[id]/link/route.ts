import { copyInvitationLinkEndpoint } from "@/contract/team";
import { copyInvitationLink } from "@/core/staff/invitations";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(copyInvitationLinkEndpoint, ({ ctx, params }) => copyInvitationLink(ctx, params.id)),
);
