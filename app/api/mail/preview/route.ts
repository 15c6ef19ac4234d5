import { previewMail } from "@/contract/mail";
import { showMail } from "@/contract/send-preview";
import { messageTo } from "@/core/sends/mail";
import { sampleMessage } from "@/core/sends/sample";
import { doors } from "@/server/doors";
import { lookedAt, renderMail } from "@/server/mail";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(showMail, async ({ ctx, query }) => lookedAt(await renderMail(await messageTo(ctx, query)), query.scheme).html),
  serve(previewMail, async ({ ctx, body: { kind, scheme, ...text } }) =>
    lookedAt(await renderMail(await sampleMessage(ctx, kind, text)), scheme),
  ),
);
