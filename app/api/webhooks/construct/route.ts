import { constructEventEndpoint } from "@/contract/original-events";
import { constructEvent } from "@/core/webhooks/original-format";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(constructEventEndpoint, ({ ctx, body }) => constructEvent(ctx, body.event)),
);
