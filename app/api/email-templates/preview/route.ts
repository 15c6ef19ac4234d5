import { previewMailEndpoint } from "@/contract/mail";
import { showMailEndpoint } from "@/contract/send-preview";
import { messageTo } from "@/core/sends/mail";
import { sampleMessage } from "@/core/sends/sample";
import { endpointHandler } from "@/server/endpoint-handler";
import { lookedAt, renderMail } from "@/server/mail";
import { routeHandlers } from "@/server/route-handlers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  endpointHandler(showMailEndpoint, async ({ ctx, query }) => lookedAt(await renderMail(await messageTo(ctx, query)), query.scheme).html),
  endpointHandler(previewMailEndpoint, async ({ ctx, body: { kind, scheme, ...text } }) =>
    lookedAt(await renderMail(await sampleMessage(ctx, kind, text)), scheme),
  ),
);
