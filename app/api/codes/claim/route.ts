import { claimCodeEndpoint } from "@/contract/claims";
import { claimCode } from "@/core/codes/claim";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(claimCodeEndpoint, ({ ctx, body }) => claimCode(ctx, body)),
  ...codeHandlers,
);
