import { retryDeliveriesEndpoint } from "@/contract/deliveries";
import { retryWaitingEmails } from "@/core/sends/retry-waiting";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(retryDeliveriesEndpoint, ({ ctx }) => retryWaitingEmails(ctx)),
);
