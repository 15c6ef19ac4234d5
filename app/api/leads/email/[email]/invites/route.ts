import { createLeadInvitesEndpoint, getLeadInvitesEndpoint } from "@/contract/invite-codes";
import { createLeadInvites, getLeadInvites } from "@/core/invite-codes/invites";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getLeadInvitesEndpoint, ({ ctx, params }) => getLeadInvites(ctx, params.email)),
  endpointHandler(createLeadInvitesEndpoint, ({ ctx, params }) => createLeadInvites(ctx, params.email)),
);
