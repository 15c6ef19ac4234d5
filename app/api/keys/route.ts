import { createKey, listKeys } from "@/contract/keys";
import { createKey as create, listKeys as list } from "@/core/keys/keys";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listKeys, ({ ctx }) => list(ctx)),
  serve(createKey, ({ ctx, body }) => create(ctx, body)),
);
