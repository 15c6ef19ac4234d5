import { inviteStaffEndpoint, listInvitationsEndpoint } from "@/contract/team";
import { inviteStaff, listInvitations as list } from "@/core/staff/invitations";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listInvitationsEndpoint, ({ ctx }) => list(ctx)),
  endpointHandler(inviteStaffEndpoint, ({ ctx, body }) => inviteStaff(ctx, body)),
);
