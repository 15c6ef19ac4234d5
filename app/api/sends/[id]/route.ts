import { findSendEndpoint } from "@/contract/sends";
import { get } from "@/core/sends/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findSendEndpoint, ({ ctx, params }) => get(ctx, params.id)),
);
