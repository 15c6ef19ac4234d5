import { createExportEndpoint, listExportsEndpoint } from "@/contract/exports";
import { createExport, listExports } from "@/core/exports/exports";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listExportsEndpoint, ({ ctx, query }) => listExports(ctx, query)),
  endpointHandler(createExportEndpoint, ({ ctx, body }) => createExport(ctx, body)),
);
