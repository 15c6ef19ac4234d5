import { getCodeQrEndpoint } from "@/contract/prints";
import { getCodeQr } from "@/core/prints/qr-code";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getCodeQrEndpoint, ({ ctx, params, query }) => getCodeQr(ctx, params.code, query)),
);
