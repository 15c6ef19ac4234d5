import { cancelImportEndpoint } from "@/contract/imports";
import { cancelImport } from "@/core/imports/start";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(cancelImportEndpoint, ({ ctx, params }) => cancelImport(ctx, params.id)),
);
