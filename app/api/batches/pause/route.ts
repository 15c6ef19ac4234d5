import { pauseBatch } from "@/contract/batches";
import { pause } from "@/core/batches/pause";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(pauseBatch, ({ ctx, body }) => pause(ctx, body.batch)));
