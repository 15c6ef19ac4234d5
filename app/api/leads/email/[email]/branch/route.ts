import { previewLeadBranchEndpoint } from "@/contract/invite-codes";
import { previewLeadBranch } from "@/core/invite-codes/revoke-branch";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewLeadBranchEndpoint, ({ ctx, params }) => previewLeadBranch(ctx, params.email)),
);
