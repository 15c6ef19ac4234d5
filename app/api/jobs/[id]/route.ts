import { findTaskEndpoint } from "@/contract/tasks";
import { get } from "@/core/jobs/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findTaskEndpoint, ({ ctx, params }) => get(ctx, params.id)),
);
