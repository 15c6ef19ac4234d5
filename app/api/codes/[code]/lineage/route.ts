import { getCodeLineageEndpoint } from "@/contract/invite-codes";
import { getCodeLineage } from "@/core/invite-codes/lineage";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getCodeLineageEndpoint, ({ ctx, params }) => getCodeLineage(ctx, params.code)),
);
