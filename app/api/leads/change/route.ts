import { changeLeadEndpoint } from "@/contract/leads";
import { change } from "@/core/leads/change";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(changeLeadEndpoint, ({ ctx, body }) => change(ctx, body)),
);
