import { changeBlockListEndpoint, findBlockListEndpoint } from "@/contract/block-list";
import { changeBlockList as change, findBlockList as find } from "@/core/abuse-protection/block-list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findBlockListEndpoint, ({ ctx }) => find(ctx)),
  endpointHandler(changeBlockListEndpoint, ({ ctx, body }) => change(ctx, body)),
);
