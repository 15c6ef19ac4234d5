import { sendCode } from "@/contract/sends";
import { send } from "@/core/codes/send";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";
import { lookUp } from "../look-up";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(sendCode, ({ ctx, body }) => send(ctx, body)),
  lookUp,
);
