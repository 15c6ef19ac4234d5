import { listBatches, makeBatch } from "@/contract/batches";
import { list } from "@/core/batches/list";
import { make, turnToMakeBatch } from "@/core/batches/make";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listBatches, ({ ctx, query }) => list(ctx, query)),
  serve(
    makeBatch,
    ({ ctx, body }) => make(ctx, body),
    ({ ctx, body }) => turnToMakeBatch(ctx, body),
  ),
);
