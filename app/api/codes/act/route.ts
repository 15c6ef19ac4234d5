import { actOnCodesEndpoint } from "@/contract/code-acts";
import { act } from "@/core/codes/act";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(actOnCodesEndpoint, ({ ctx, body }) => act(ctx, body)),
  lookUp,
);
