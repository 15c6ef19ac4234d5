import { resumeBatch } from "@/contract/batches";
import { resume } from "@/core/batches/pause";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(resumeBatch, ({ ctx, body }) => resume(ctx, body.batch)));
