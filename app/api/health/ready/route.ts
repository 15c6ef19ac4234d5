import { getReadinessEndpoint as endpoint } from "@/contract/system";
import { getReadiness } from "@/core/health";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { getServices } from "@/server/services";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(endpoint, ({ ctx }) => getReadiness(ctx, getServices().availability)),
);
