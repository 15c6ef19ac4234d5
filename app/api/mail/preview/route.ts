import { showMail } from "@/contract/send-preview";
import { messageTo } from "@/core/sends/mail";
import { doors } from "@/server/doors";
import { inScheme, renderMail, withoutLinks } from "@/server/mail";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(showMail, async ({ ctx, query }) => withoutLinks(inScheme((await renderMail(await messageTo(ctx, query))).html, query.scheme))),
);
