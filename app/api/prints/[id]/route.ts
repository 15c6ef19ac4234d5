import { deletePrintEndpoint, getPrintEndpoint } from "@/contract/prints";
import { deletePrint, getPrint } from "@/core/prints/print";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getPrintEndpoint, ({ ctx, params }) => getPrint(ctx, params.id)),
  endpointHandler(deletePrintEndpoint, ({ ctx, params }) => deletePrint(ctx, params.id)),
);
