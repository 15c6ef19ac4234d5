import { sendCodeEndpoint } from "@/contract/sends";
import { send } from "@/core/codes/send";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(sendCodeEndpoint, ({ ctx, body }) => send(ctx, body)),
  lookUp,
);
