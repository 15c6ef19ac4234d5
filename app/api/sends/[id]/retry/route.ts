import { retrySendEndpoint } from "@/contract/sends";
import { retrySend } from "@/core/sends/resend";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(retrySendEndpoint, ({ ctx, params, body }) => retrySend(ctx, params.id, body)),
);
