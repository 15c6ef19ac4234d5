import { bulkUpdateCodesEndpoint } from "@/contract/codes";
import { bulkUpdateCodes } from "@/core/codes/bulk-update";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(bulkUpdateCodesEndpoint, ({ ctx, body }) => bulkUpdateCodes(ctx, body)),
    codeHandlers,
  ),
);
