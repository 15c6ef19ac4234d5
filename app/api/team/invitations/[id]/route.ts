import { revokeInvitationEndpoint } from "@/contract/team";
import { revokeInvitation as revoke } from "@/core/staff/invitations";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(revokeInvitationEndpoint, ({ ctx, params }) => revoke(ctx, params.id)),
);
