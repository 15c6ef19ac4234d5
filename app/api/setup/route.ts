import { setUpEndpoint } from "@/contract/team";
import { setUp as begin } from "@/core/staff/setup";
import { routes } from "@/lib/routes";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(setUpEndpoint, ({ ctx, body, browser }) =>
    browser.useLink(routes.setup, browser.signIn(begin(ctx, body, browser.client))),
  ),
);
