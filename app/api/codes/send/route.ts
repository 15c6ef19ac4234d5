import { sendCodeEndpoint } from "@/contract/sends";
import { sendCode } from "@/core/codes/send";
import { withSendWarnings } from "@/core/sends/reply-warnings";
import { besideCodes } from "@/server/code-paths";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  ...besideCodes(
    endpointHandler(sendCodeEndpoint, async ({ ctx, body }) => withSendWarnings(ctx, await sendCode(ctx, body))),
    codeHandlers,
  ),
);
