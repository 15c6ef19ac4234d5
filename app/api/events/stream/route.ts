import { streamFeedEndpoint } from "@/contract/event-feed";
import { readPosition, streamFeed } from "@/core/events/feed";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(streamFeedEndpoint, async ({ ctx, query, raw, checkAccess }) =>
    streamFeed(ctx, { ...query, after: readPosition(raw.headers.get("last-event-id")) ?? query.after }, { checkAccess }),
  ),
);
