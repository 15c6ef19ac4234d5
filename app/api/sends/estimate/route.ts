import { estimateSendEndpoint } from "@/contract/send-preview";
import { estimateSend } from "@/core/sends/estimate";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(estimateSendEndpoint, ({ ctx, query }) => estimateSend(ctx, query.emails)),
);
