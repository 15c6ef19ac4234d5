import { claimCode } from "@/contract/claims";
import { claim } from "@/core/codes/claim";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(claimCode, ({ ctx, body }) => claim(ctx, body)),
  lookUp,
);
