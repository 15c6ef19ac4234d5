import { findBatch } from "@/contract/batches";
import { get } from "@/core/batches/find";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(findBatch, ({ ctx, params }) => get(ctx, params.batch)));
