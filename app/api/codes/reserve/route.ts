import { reserveCodeEndpoint } from "@/contract/code-acts";
import { reserve } from "@/core/codes/reserve";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(reserveCodeEndpoint, ({ ctx, body }) => reserve(ctx, body)),
  lookUp,
);
