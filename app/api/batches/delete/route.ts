import { deleteBatch } from "@/contract/batches";
import { remove } from "@/core/batches/delete";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(deleteBatch, ({ ctx, body }) => remove(ctx, body)));
