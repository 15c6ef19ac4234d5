import { generateCodesEndpoint } from "@/contract/codes";
import { generateCodes, generateMutexKey } from "@/core/codes/generate";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(generateCodesEndpoint, ({ ctx, body }) => generateCodes(ctx, body), {
      mutexKey: ({ ctx, body }) => generateMutexKey(ctx, body),
    }),
    codeHandlers,
  ),
);
