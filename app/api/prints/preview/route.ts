import { previewPrintEndpoint } from "@/contract/prints";
import { previewPrint } from "@/core/prints/print";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewPrintEndpoint, ({ ctx, body }) => previewPrint(ctx, body)),
);
