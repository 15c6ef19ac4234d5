import { getBlockListEndpoint, updateBlockListEndpoint } from "@/contract/abuse-protection-settings";
import { getBlockList, updateBlockList } from "@/core/abuse-protection/block-list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getBlockListEndpoint, ({ ctx }) => getBlockList(ctx)),
  endpointHandler(updateBlockListEndpoint, ({ ctx, body }) => updateBlockList(ctx, body)),
);
