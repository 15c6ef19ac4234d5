import { deleteCodeEndpoint } from "@/contract/codes";
import { deleteCode } from "@/core/codes/delete";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(deleteCodeEndpoint, ({ ctx, body }) => deleteCode(ctx, body.code)),
    codeHandlers,
  ),
);
