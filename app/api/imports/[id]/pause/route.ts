import { pauseImportEndpoint } from "@/contract/imports";
import { pauseImport } from "@/core/imports/start";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(pauseImportEndpoint, ({ ctx, params }) => pauseImport(ctx, params.id)),
);
