import { listTasksEndpoint } from "@/contract/tasks";
import { list } from "@/core/jobs/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listTasksEndpoint, ({ ctx, query }) => list(ctx, query)),
);
