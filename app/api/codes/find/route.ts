import { findCodes } from "@/contract/codes";
import { getMany } from "@/core/codes/find";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(findCodes, async ({ ctx, body }) => getMany(ctx, body.codes)),
  lookUp,
);
