import { checkCodeEndpoint } from "@/contract/code-check";
import { check } from "@/core/codes/check";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(checkCodeEndpoint, ({ ctx, body }) => check(ctx, body)),
  lookUp,
);
