import { runImportEndpoint } from "@/contract/imports";
import { runImport } from "@/core/imports/start";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(runImportEndpoint, ({ ctx, params }) => runImport(ctx, params.id)),
);
