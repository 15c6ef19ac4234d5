import { pauseProjectEndpoint } from "@/contract/pauses";
import { pause } from "@/core/projects/pauses";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseProjectEndpoint, ({ ctx, body }) => pause(ctx, body)),
);
