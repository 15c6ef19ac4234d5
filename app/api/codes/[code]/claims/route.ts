import { listCodeClaims } from "@/contract/claims";
import { listOfCode } from "@/core/claims/list";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(listCodeClaims, ({ ctx, params, query }) => listOfCode(ctx, params.code, query)),
);
