import { releaseHoldEndpoint } from "@/contract/holds";
import { releaseHold } from "@/core/codes/release-hold";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(releaseHoldEndpoint, ({ ctx, body }) => releaseHold(ctx, body)),
    codeHandlers,
  ),
);
