import { getSavedFileEndpoint } from "@/contract/messages";
import { getSavedFile } from "@/core/sends/saved-files";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(getSavedFileEndpoint, ({ ctx, params }) => getSavedFile(ctx, params.id)),
);
