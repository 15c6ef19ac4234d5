import { getCodeEndpoint, updateCodeEndpoint } from "@/contract/codes";
import { getHeldCode } from "@/core/codes/holds";
import { updateCode } from "@/core/codes/update";
import { endpointHandler } from "@/server/endpoint-handler";

/** Handlers of `/codes/:code`. Routes with a fixed last part answer them too, because a code can read like that part. */
export const codeHandlers = [
  endpointHandler(getCodeEndpoint, ({ ctx, params }) => getHeldCode(ctx, params.code)),
  endpointHandler(updateCodeEndpoint, ({ ctx, params, body }) => updateCode(ctx, params.code, body)),
];
