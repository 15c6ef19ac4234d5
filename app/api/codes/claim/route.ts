import { claimCodeEndpoint } from "@/contract/claims";
import { claim } from "@/core/codes/claim";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(claimCodeEndpoint, ({ ctx, body }) => claim(ctx, body)),
  lookUp,
);
