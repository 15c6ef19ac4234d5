import { listEventsEndpoint } from "@/contract/events";
import { listEvents } from "@/core/events/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listEventsEndpoint, ({ ctx, query }) => listEvents(ctx, query)),
);
