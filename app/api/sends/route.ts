import { listSendsEndpoint } from "@/contract/sends";
import { listSends } from "@/core/sends/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSendsEndpoint, ({ ctx, query }) => listSends(ctx, query)),
);
