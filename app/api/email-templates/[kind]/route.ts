import { changeMailTextEndpoint, resetMailTextEndpoint } from "@/contract/mail";
import { changeMailText as change, resetMailText as reset } from "@/core/sends/texts";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(changeMailTextEndpoint, ({ ctx, params, body }) => change(ctx, params.kind, body)),
  endpointHandler(resetMailTextEndpoint, ({ ctx, params }) => reset(ctx, params.kind)),
);
