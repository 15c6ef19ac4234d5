import { checkCodeEndpoint } from "@/contract/codes";
import { checkCode } from "@/core/codes/check";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(checkCodeEndpoint, ({ ctx, body }) => checkCode(ctx, body)),
    codeHandlers,
  ),
);
