import { undoImportEndpoint } from "@/contract/imports";
import { undoImport } from "@/core/imports/start";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(undoImportEndpoint, ({ ctx, params }) => undoImport(ctx, params.id)),
);
