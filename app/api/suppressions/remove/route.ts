import { removeSuppression } from "@/contract/suppressions";
import { remove } from "@/core/suppressions/remove";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(removeSuppression, ({ ctx, body }) => remove(ctx, body.email)));
