import { listFormatsEndpoint } from "@/contract/codes";
import { listFormats as list } from "@/core/codes/capacity";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(endpointHandler(listFormatsEndpoint, ({ ctx }) => list(ctx)));
