import { sendCodeEndpoint } from "@/contract/sends";
import { sendCode } from "@/core/codes/send";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendCodeEndpoint, ({ ctx, body }) => sendCode(ctx, body)),
  ...codeHandlers,
);
