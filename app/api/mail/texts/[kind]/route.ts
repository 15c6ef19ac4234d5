import { changeMailText, resetMailText } from "@/contract/mail";
import { changeMailText as change, resetMailText as reset } from "@/core/sends/texts";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(changeMailText, ({ ctx, params, body }) => change(ctx, params.kind, body)),
  serve(resetMailText, ({ ctx, params }) => reset(ctx, params.kind)),
);
