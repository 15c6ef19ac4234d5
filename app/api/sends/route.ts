import { listSends } from "@/contract/sends";
import { list } from "@/core/sends/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listSends, ({ ctx, query }) => list(ctx, query)));
