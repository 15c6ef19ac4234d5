import { resendUndeliveredEndpoint } from "@/contract/sends";
import { resendUndelivered } from "@/core/sends/resend";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(resendUndeliveredEndpoint, ({ ctx, params }) => resendUndelivered(ctx, params.id)),
);
