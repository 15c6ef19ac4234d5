import { changePasswordEndpoint } from "@/contract/account";
import { changePassword as change } from "@/core/staff/account";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(changePasswordEndpoint, ({ ctx, body, browser }) => browser.renewSession(change(ctx, body, browser.client))),
);
