import { getLeadByExternalIdEndpoint } from "@/contract/leads";
import { getLeadByExternalId } from "@/core/leads/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getLeadByExternalIdEndpoint, ({ ctx, params }) => getLeadByExternalId(ctx, params.externalId)),
);
