import { extendCode } from "@/contract/code-acts";
import { extend } from "@/core/codes/extend";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(extendCode, ({ ctx, body }) => extend(ctx, body)),
  lookUp,
);
