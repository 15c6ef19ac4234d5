import { exportProjectEndpoint } from "@/contract/exports";
import { getProjectExport } from "@/core/project-export/export";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";
import { getServices } from "@/server/services";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(exportProjectEndpoint, async ({ ctx }) => getProjectExport(ctx, getServices().connection.url)),
);
