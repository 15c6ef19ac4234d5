import { pauseProjectEndpoint } from "@/contract/project";
import { pauseProject } from "@/core/projects/pause";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseProjectEndpoint, ({ ctx, body }) => pauseProject(ctx, body)),
);
