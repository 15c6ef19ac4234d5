import { listSuppressions } from "@/contract/suppressions";
import { list } from "@/core/suppressions/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listSuppressions, ({ ctx, query }) => list(ctx, query)));
