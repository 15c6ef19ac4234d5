import { testMailServerEndpoint } from "@/contract/mail-settings";
import { testMailServer as test } from "@/core/email-delivery/test-server";
import { endpointHandler } from "@/server/endpoint-handler";
import { testServer } from "@/server/mail";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(testMailServerEndpoint, ({ ctx, body }) => test(ctx, body, testServer)),
);
