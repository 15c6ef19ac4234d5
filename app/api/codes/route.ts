import { listCodes } from "@/contract/codes";
import { list } from "@/core/codes/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listCodes, ({ ctx, query }) => list(ctx, query)));
