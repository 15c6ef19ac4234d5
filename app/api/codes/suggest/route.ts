import { suggestCodesEndpoint } from "@/contract/codes";
import { suggestCodes } from "@/core/codes/suggest";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(suggestCodesEndpoint, ({ ctx, body }) => suggestCodes(ctx, body.code)),
    codeHandlers,
  ),
);
