import { findPlaceEndpoint } from "@/contract/place";
import { place } from "@/core/leads/place";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(findPlaceEndpoint, ({ ctx, params }) => place(ctx, params.email)),
);
