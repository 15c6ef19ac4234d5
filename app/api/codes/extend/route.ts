import { extendCodeEndpoint } from "@/contract/code-acts";
import { extend } from "@/core/codes/extend";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(extendCodeEndpoint, ({ ctx, body }) => extend(ctx, body)),
  lookUp,
);
