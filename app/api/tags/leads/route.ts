import { listLeadTagsEndpoint } from "@/contract/tags";
import { listTags } from "@/core/tags";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listLeadTagsEndpoint, ({ ctx }) => listTags(ctx, "leads")),
);
