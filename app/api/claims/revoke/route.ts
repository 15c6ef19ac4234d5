import { revokeClaim } from "@/contract/claims";
import { revoke } from "@/core/claims/revoke";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(revokeClaim, ({ ctx, body }) => revoke(ctx, body)));
