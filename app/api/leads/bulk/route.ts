import { actOnLeadsEndpoint } from "@/contract/lead-acts";
import { act } from "@/core/leads/act";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(actOnLeadsEndpoint, ({ ctx, body }) => act(ctx, body)),
);
