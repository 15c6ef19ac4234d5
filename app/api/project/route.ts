import { getProjectEndpoint, updateProjectEndpoint } from "@/contract/project";
import { getProject } from "@/core/projects/record";
import { updateProject } from "@/core/projects/update";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getProjectEndpoint, ({ ctx }) => getProject(ctx)),
  endpointHandler(updateProjectEndpoint, ({ ctx, body }) => updateProject(ctx, body)),
);
