import { declineInvitationEndpoint } from "@/contract/claims";
import { declineInvitation } from "@/core/leads/invitations";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(declineInvitationEndpoint, ({ ctx, body }) => declineInvitation(ctx, body)),
    codeHandlers,
  ),
);
