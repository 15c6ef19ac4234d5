import { listLeadTimelineEndpoint } from "@/contract/messages";
import { listLeadTimeline } from "@/core/leads/timeline";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listLeadTimelineEndpoint, ({ ctx, params, query }) => listLeadTimeline(ctx, params.email, query)),
);
