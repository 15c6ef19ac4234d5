import { listBatches } from "@/contract/batches";
import { list } from "@/core/batches/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listBatches, ({ ctx, query }) => list(ctx, query)));
