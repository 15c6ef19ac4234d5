import { deleteCodeEndpoint } from "@/contract/codes";
import { deleteCode } from "@/core/codes/delete";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { codeHandlers } from "../code-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(deleteCodeEndpoint, ({ ctx, body }) => deleteCode(ctx, body.code)),
  ...codeHandlers,
);
