import { checkImportEndpoint } from "@/contract/imports";
import { checkImport } from "@/core/imports/start";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(checkImportEndpoint, ({ ctx, params, body }) => checkImport(ctx, params.id, body)),
);
