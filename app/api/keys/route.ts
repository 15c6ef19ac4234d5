import { createKeyEndpoint, listKeysEndpoint } from "@/contract/keys";
import { createKey as create, listKeys as list } from "@/core/keys/keys";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listKeysEndpoint, ({ ctx }) => list(ctx)),
  endpointHandler(createKeyEndpoint, ({ ctx, body }) => create(ctx, body)),
);
