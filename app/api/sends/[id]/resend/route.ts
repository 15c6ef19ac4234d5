import { resendUndeliveredEndpoint } from "@/contract/sends";
import { withSendWarnings } from "@/core/sends/reply-warnings";
import { resendUndelivered } from "@/core/sends/resend";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resendUndeliveredEndpoint, async ({ ctx, params }) => withSendWarnings(ctx, await resendUndelivered(ctx, params.id))),
);
