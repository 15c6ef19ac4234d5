import { changeAccountEndpoint } from "@/contract/account";
import { changeName } from "@/core/staff/account";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(changeAccountEndpoint, ({ ctx, body }) => changeName(ctx, body)),
);
