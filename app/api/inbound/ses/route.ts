import { receiveSesReportEndpoint } from "@/contract/inbound";
import { receiveReport } from "@/core/email-reports/provider-webhooks";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(receiveSesReportEndpoint, ({ ctx, raw }) => receiveReport(ctx, "ses", raw)),
);
