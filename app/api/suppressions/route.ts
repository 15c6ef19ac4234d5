import { addSuppressionEndpoint, listSuppressionsEndpoint } from "@/contract/suppressions";
import { addSuppression } from "@/core/suppressions/add";
import { listSuppressions } from "@/core/suppressions/list";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(listSuppressionsEndpoint, ({ ctx, query }) => listSuppressions(ctx, query)),
  endpointHandler(addSuppressionEndpoint, ({ ctx, body }) => addSuppression(ctx, body)),
);
