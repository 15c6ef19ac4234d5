import { getJobEndpoint } from "@/contract/jobs";
import { getJob } from "@/core/jobs/jobs";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getJobEndpoint, ({ ctx, params }) => getJob(ctx, params.id)),
);
