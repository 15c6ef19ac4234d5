import { claimCodeEndpoint } from "@/contract/claims";
import { claimCode } from "@/core/codes/claim";
import { repeatClaim } from "@/core/codes/renew-token";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { recordFailures } from "@/server/failed-claims";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(claimCodeEndpoint, ({ ctx, body }) => recordFailures(claimCode)(ctx, body), {
      repeat: ({ ctx, body }) => repeatClaim(ctx, body),
    }),
    codeHandlers,
  ),
);
