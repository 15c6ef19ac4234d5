import { changeSuppression } from "@/contract/suppressions";
import { change } from "@/core/suppressions/change";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(changeSuppression, ({ ctx, body }) => change(ctx, body)));
