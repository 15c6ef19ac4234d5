import { revokeLeadBranchEndpoint } from "@/contract/invite-codes";
import { revokeLeadBranch } from "@/core/invite-codes/revoke-branch";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(revokeLeadBranchEndpoint, ({ ctx, params }) => revokeLeadBranch(ctx, params.email)),
);
