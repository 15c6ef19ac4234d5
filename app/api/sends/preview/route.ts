import { previewSend } from "@/contract/send-preview";
import { preview } from "@/core/sends/preview";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(previewSend, ({ ctx, body }) => preview(ctx, body)));
