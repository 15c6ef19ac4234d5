import { actOnCodes } from "@/contract/code-acts";
import { act } from "@/core/codes/act";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(actOnCodes, ({ ctx, body }) => act(ctx, body)),
  lookUp,
);
