import { reportBounceMessageEndpoint } from "@/contract/inbound";
import { getSenderEmails } from "@/core/email-delivery/transport";
import { readBounceMessage } from "@/core/email-reports/dsn";
import { recordReport } from "@/core/email-reports/record";
import { endpointHandler } from "@/server/endpoint-handler";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(reportBounceMessageEndpoint, async ({ ctx, raw }) =>
    recordReport(ctx, "dsn", await readBounceMessage(raw.bytes, await getSenderEmails(ctx))),
  ),
);
