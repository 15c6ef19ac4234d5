import { getImportEndpoint } from "@/contract/imports";
import { getImport } from "@/core/imports/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getImportEndpoint, ({ ctx, params }) => getImport(ctx, params.id)),
);
