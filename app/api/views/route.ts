import { createViewEndpoint, listViewsEndpoint } from "@/contract/views";
import { createView, listViews } from "@/core/views/views";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listViewsEndpoint, ({ ctx, query }) => listViews(ctx, query)),
  endpointHandler(createViewEndpoint, ({ ctx, body }) => createView(ctx, body)),
);
