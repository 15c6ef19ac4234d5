import { deleteExportEndpoint, getExportEndpoint } from "@/contract/exports";
import { deleteExport, getExport } from "@/core/exports/exports";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getExportEndpoint, ({ ctx, params }) => getExport(ctx, params.id)),
  endpointHandler(deleteExportEndpoint, ({ ctx, params }) => deleteExport(ctx, params.id)),
);
