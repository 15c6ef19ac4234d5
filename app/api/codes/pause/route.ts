import { pauseCodeEndpoint } from "@/contract/code-acts";
import { pause } from "@/core/codes/pause";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseCodeEndpoint, ({ ctx, body }) => pause(ctx, body.code)),
  lookUp,
);
