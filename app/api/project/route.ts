import { changeProjectEndpoint, findProjectEndpoint } from "@/contract/project";
import { changeProject as change, findProject as find } from "@/core/projects/project";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findProjectEndpoint, ({ ctx }) => find(ctx)),
  endpointHandler(changeProjectEndpoint, ({ ctx, body }) => change(ctx, body)),
);
