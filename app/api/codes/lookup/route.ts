import { lookupCodesEndpoint } from "@/contract/codes";
import { lookupCodes } from "@/core/codes/record";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(lookupCodesEndpoint, async ({ ctx, body }) => lookupCodes(ctx, body.codes)),
    codeHandlers,
  ),
);
