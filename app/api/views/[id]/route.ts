import { deleteViewEndpoint, updateViewEndpoint } from "@/contract/views";
import { deleteView, updateView } from "@/core/views/views";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(updateViewEndpoint, ({ ctx, params, body }) => updateView(ctx, params.id, body)),
  endpointHandler(deleteViewEndpoint, ({ ctx, params }) => deleteView(ctx, params.id)),
);
