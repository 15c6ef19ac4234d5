import { getCodeEndpoint, updateCodeEndpoint } from "@/contract/codes";
import { getCode } from "@/core/codes/record";
import { updateCode } from "@/core/codes/update";
import { endpointHandler } from "@/server/endpoint-handler";

/** Handlers of `/codes/:code`. Routes with a fixed last part answer them too, because a code can read like that part. */
export const codeHandlers = [
  endpointHandler(getCodeEndpoint, ({ ctx, params }) => getCode(ctx, params.code)),
  endpointHandler(updateCodeEndpoint, ({ ctx, params, body }) => updateCode(ctx, params.code, body)),
];
