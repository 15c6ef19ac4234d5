import { getSendEndpoint } from "@/contract/sends";
import { getSend } from "@/core/sends/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getSendEndpoint, ({ ctx, params }) => getSend(ctx, params.id)),
);
