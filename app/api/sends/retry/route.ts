import { retrySend } from "@/contract/sends";
import { retry } from "@/core/sends/retry";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(retrySend, ({ ctx, body }) => retry(ctx, body)));
