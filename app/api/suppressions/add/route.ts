import { addSuppression } from "@/contract/suppressions";
import { add } from "@/core/suppressions/add";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(addSuppression, ({ ctx, body }) => add(ctx, body)));
