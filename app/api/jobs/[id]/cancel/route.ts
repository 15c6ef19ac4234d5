import { cancelTaskEndpoint } from "@/contract/tasks";
import { cancel } from "@/core/jobs/cancel";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(cancelTaskEndpoint, ({ ctx, body }) => cancel(ctx, body.task)),
);
