import { revokeCodeBranchEndpoint } from "@/contract/invite-codes";
import { revokeCodeBranch } from "@/core/invite-codes/revoke-branch";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(revokeCodeBranchEndpoint, ({ ctx, params }) => revokeCodeBranch(ctx, params.code)),
);
