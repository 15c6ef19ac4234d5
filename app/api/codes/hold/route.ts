import { holdCodeEndpoint } from "@/contract/holds";
import { holdCode } from "@/core/codes/hold";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { recordFailures } from "@/server/failed-claims";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(holdCodeEndpoint, ({ ctx, body }) => recordFailures(holdCode)(ctx, body)),
    codeHandlers,
  ),
);
