import { extendBatch } from "@/contract/batches";
import { extend } from "@/core/batches/extend";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(extendBatch, ({ ctx, body }) => extend(ctx, body)));
