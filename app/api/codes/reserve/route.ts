import { reserveCode } from "@/contract/code-acts";
import { reserve } from "@/core/codes/reserve";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(reserveCode, ({ ctx, body }) => reserve(ctx, body)),
  lookUp,
);
