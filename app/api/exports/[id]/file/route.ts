import { downloadExportEndpoint } from "@/contract/exports";
import { downloadExport } from "@/core/exports/exports";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(downloadExportEndpoint, ({ ctx, params }) => downloadExport(ctx, params.id)),
);
