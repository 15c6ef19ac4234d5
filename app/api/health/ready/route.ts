import { readyEndpoint as endpoint } from "@/contract/health";
import { ready } from "@/core/health";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { services } from "@/server/services";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(endpoint, ({ ctx }) => ready(ctx, services().reach)),
);
