import { getOverview } from "@/contract/overview";
import { overview } from "@/core/overview";
import { env } from "@/lib/env";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(getOverview, ({ ctx }) => overview(ctx, { mail: env().SMTP_URL !== undefined })),
);
