import { inviteStaffEndpoint, listInvitationsEndpoint } from "@/contract/team";
import { invite, listInvitations as list } from "@/core/staff/invitations";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listInvitationsEndpoint, ({ ctx }) => list(ctx)),
  endpointHandler(inviteStaffEndpoint, ({ ctx, body }) => invite(ctx, body)),
);
