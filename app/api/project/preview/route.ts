import { previewJoinPageEndpoint } from "@/contract/project";
import { endpointHandler } from "@/server/endpoint-handler";
import { previewJoinPage } from "@/server/pages/join";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(previewJoinPageEndpoint, ({ ctx, body }) => previewJoinPage(ctx, body)),
);
