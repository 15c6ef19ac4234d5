import { getCodeByExternalIdEndpoint } from "@/contract/codes";
import { getHeldCodeByExternalId } from "@/core/codes/holds";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getCodeByExternalIdEndpoint, ({ ctx, params }) => getHeldCodeByExternalId(ctx, params.externalId)),
);
