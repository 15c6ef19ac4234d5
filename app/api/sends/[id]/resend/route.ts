import { sendToMissedEndpoint } from "@/contract/sends";
import { toMissed } from "@/core/sends/missed";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendToMissedEndpoint, ({ ctx, body }) => toMissed(ctx, body.send)),
);
