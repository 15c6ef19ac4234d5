import { listJobsEndpoint } from "@/contract/jobs";
import { listJobs } from "@/core/jobs/jobs";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listJobsEndpoint, ({ ctx, query }) => listJobs(ctx, query)),
);
