import { getLivenessEndpoint as endpoint } from "@/contract/system";
import { getLiveness } from "@/core/health";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(endpointHandler(endpoint, async () => getLiveness()));
