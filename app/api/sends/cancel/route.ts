import { cancelSend } from "@/contract/sends";
import { cancel } from "@/core/sends/cancel";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(cancelSend, ({ ctx, body }) => cancel(ctx, body.send)));
