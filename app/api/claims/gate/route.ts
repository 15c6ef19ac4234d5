import { gateSignUpEndpoint } from "@/contract/gate";
import { gateSignUp } from "@/core/claims/gate";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(gateSignUpEndpoint, ({ ctx, body }) => gateSignUp(ctx, body)),
);
