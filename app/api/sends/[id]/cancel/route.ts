import { cancelSendEndpoint } from "@/contract/sends";
import { cancel } from "@/core/sends/cancel";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(cancelSendEndpoint, ({ ctx, body }) => cancel(ctx, body.send)),
);
