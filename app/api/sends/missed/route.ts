import { sendToMissed } from "@/contract/sends";
import { toMissed } from "@/core/sends/missed";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(sendToMissed, ({ ctx, body }) => toMissed(ctx, body.send)));
