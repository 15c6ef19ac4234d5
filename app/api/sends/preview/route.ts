import { previewSend } from "@/contract/send-preview";
import { preview } from "@/core/sends/preview";
import { env } from "@/lib/env";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(previewSend, ({ ctx, body }) => preview(ctx, body, { mailConnected: env().SMTP_URL !== undefined })),
);
