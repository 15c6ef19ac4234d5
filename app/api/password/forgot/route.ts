import { askForResetEndpoint } from "@/contract/account";
import { askForReset as ask } from "@/core/staff/reset";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(askForResetEndpoint, ({ ctx, body, browser }) => ask(ctx, body, browser.client)),
);
