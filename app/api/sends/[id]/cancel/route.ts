import { cancelSendEndpoint } from "@/contract/sends";
import { cancelSend } from "@/core/sends/cancel";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(cancelSendEndpoint, ({ ctx, params }) => cancelSend(ctx, params.id)),
);
