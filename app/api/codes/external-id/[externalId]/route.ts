import { getCodeByExternalIdEndpoint } from "@/contract/codes";
import { getCodeByExternalId } from "@/core/codes/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getCodeByExternalIdEndpoint, ({ ctx, params }) => getCodeByExternalId(ctx, params.externalId)),
);
