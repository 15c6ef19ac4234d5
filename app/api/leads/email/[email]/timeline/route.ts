import { listTimelineEndpoint } from "@/contract/timeline";
import { timeline } from "@/core/leads/timeline";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listTimelineEndpoint, ({ ctx, params, query }) => timeline(ctx, params.email, query)),
);
