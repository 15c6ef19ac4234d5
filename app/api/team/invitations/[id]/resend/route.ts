import { resendInvitationEndpoint } from "@/contract/team";
import { resendInvitation as resend } from "@/core/staff/invitations";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resendInvitationEndpoint, ({ ctx, params }) => resend(ctx, params.id)),
);
