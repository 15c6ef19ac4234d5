import { listMailTexts } from "@/contract/mail";
import { listMailTexts as list } from "@/core/sends/texts";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listMailTexts, ({ ctx }) => list(ctx)));
