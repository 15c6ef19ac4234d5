import { generateCodesEndpoint } from "@/contract/codes";
import { generate, turnToMake } from "@/core/codes/generate";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(
    generateCodesEndpoint,
    ({ ctx, body }) => generate(ctx, body),
    ({ ctx, body }) => turnToMake(ctx, body.type),
  ),
  lookUp,
);
