import { findCodesEndpoint } from "@/contract/codes";
import { getMany } from "@/core/codes/find";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findCodesEndpoint, async ({ ctx, body }) => getMany(ctx, body.codes)),
  lookUp,
);
