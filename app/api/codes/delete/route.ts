import { deleteCode } from "@/contract/codes";
import { remove } from "@/core/codes/delete";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(deleteCode, ({ ctx, body }) => remove(ctx, body.code)),
  lookUp,
);
