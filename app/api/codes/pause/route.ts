import { pauseCode } from "@/contract/code-acts";
import { pause } from "@/core/codes/pause";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(pauseCode, ({ ctx, body }) => pause(ctx, body.code)),
  lookUp,
);
