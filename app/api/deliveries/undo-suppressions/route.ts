import { undoSuppressionsEndpoint } from "@/contract/suppressions";
import { undoRefusedSuppressions } from "@/core/suppressions/undo";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(undoSuppressionsEndpoint, ({ ctx }) => undoRefusedSuppressions(ctx)),
);
