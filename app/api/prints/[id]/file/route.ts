import { downloadPrintEndpoint } from "@/contract/prints";
import { downloadPrint } from "@/core/prints/print";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(downloadPrintEndpoint, ({ ctx, params }) => downloadPrint(ctx, params.id)),
);
