import { previewCodeBranchEndpoint } from "@/contract/invite-codes";
import { previewCodeBranch } from "@/core/invite-codes/revoke-branch";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewCodeBranchEndpoint, ({ ctx, params }) => previewCodeBranch(ctx, params.code)),
);
