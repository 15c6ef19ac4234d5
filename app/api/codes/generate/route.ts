import { generateCodes } from "@/contract/codes";
import { generate, turnToMake } from "@/core/codes/generate";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(
    generateCodes,
    ({ ctx, body }) => generate(ctx, body),
    ({ ctx, body }) => turnToMake(ctx, body.type),
  ),
  lookUp,
);
