import { getLeadLineageEndpoint } from "@/contract/invite-codes";
import { getLeadLineage } from "@/core/invite-codes/lineage";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getLeadLineageEndpoint, ({ ctx, params }) => getLeadLineage(ctx, params.email)),
);
