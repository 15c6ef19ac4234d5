import { updateAccountEndpoint } from "@/contract/account";
import { updateAccount } from "@/core/staff/account";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(updateAccountEndpoint, ({ ctx, body }) => updateAccount(ctx, body)),
);
