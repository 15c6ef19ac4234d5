import { listCodesEndpoint } from "@/contract/codes";
import { listCodes } from "@/core/codes/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listCodesEndpoint, ({ ctx, query }) => listCodes(ctx, query)),
);
