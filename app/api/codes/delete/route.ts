import { deleteCodeEndpoint } from "@/contract/codes";
import { remove } from "@/core/codes/delete";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(deleteCodeEndpoint, ({ ctx, body }) => remove(ctx, body.code)),
  lookUp,
);
