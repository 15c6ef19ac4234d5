import { revokeKey } from "@/contract/keys";
import { revokeKey as revoke } from "@/core/keys/keys";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(revokeKey, ({ ctx, params }) => revoke(ctx, params.id)));
