import { listImportsEndpoint, uploadImportEndpoint } from "@/contract/imports";
import { listImports } from "@/core/imports/record";
import { uploadImport } from "@/core/imports/upload";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listImportsEndpoint, ({ ctx, query }) => listImports(ctx, query)),
  endpointHandler(uploadImportEndpoint, ({ ctx, query: { name = "", ...options }, raw }) => uploadImport(ctx, raw.stream, name, options)),
);
