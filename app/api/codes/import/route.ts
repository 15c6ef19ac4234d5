import { importCodesEndpoint } from "@/contract/code-import";
import { importCodes } from "@/core/codes/import-codes";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(importCodesEndpoint, ({ ctx, query, raw }) => importCodes(ctx, raw.bytes, query)),
    codeHandlers,
  ),
);
