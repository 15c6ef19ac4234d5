import { checkCode } from "@/contract/code-check";
import { check } from "@/core/codes/check";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(checkCode, ({ ctx, body }) => check(ctx, body)),
  lookUp,
);
