import { resumeCode } from "@/contract/code-acts";
import { resume } from "@/core/codes/pause";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(resumeCode, ({ ctx, body }) => resume(ctx, body.code)),
  lookUp,
);
