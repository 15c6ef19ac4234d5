import { cancelJobEndpoint } from "@/contract/jobs";
import { cancelJob } from "@/core/jobs/jobs";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(cancelJobEndpoint, ({ ctx, params }) => cancelJob(ctx, params.id)),
);
