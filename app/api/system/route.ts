import { getSystemEndpoint } from "@/contract/system";
import { getSystem } from "@/core/system";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(endpointHandler(getSystemEndpoint, ({ ctx }) => getSystem(ctx)));
