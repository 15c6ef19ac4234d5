import { listClaims } from "@/contract/claims";
import { list } from "@/core/claims/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(listClaims, ({ ctx, query }) => list(ctx, query)));
