import { readFeedEndpoint } from "@/contract/event-feed";
import { readFeed } from "@/core/events/feed";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(readFeedEndpoint, ({ ctx, query, checkAccess }) => readFeed(ctx, query, checkAccess)),
);
