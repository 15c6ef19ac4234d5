import { listExportColumnsEndpoint } from "@/contract/exports";
import { listExportColumns } from "@/core/exports/exports";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listExportColumnsEndpoint, ({ ctx, query }) => listExportColumns(ctx, query.list)),
);
