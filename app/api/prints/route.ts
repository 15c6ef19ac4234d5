import { createPrintEndpoint, listPrintsEndpoint } from "@/contract/prints";
import { createPrint, listPrints } from "@/core/prints/print";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listPrintsEndpoint, ({ ctx, query }) => listPrints(ctx, query)),
  endpointHandler(createPrintEndpoint, ({ ctx, body }) => createPrint(ctx, body)),
);
