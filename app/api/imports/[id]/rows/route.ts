import { listImportRowsEndpoint } from "@/contract/imports";
import { listImportRows } from "@/core/imports/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listImportRowsEndpoint, ({ ctx, params, query }) => listImportRows(ctx, params.id, query)),
);
