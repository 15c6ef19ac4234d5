import { beginSecondFactor, removeSecondFactor } from "@/contract/account";
import { beginSecondFactor as begin, removeSecondFactor as remove } from "@/core/staff/second-factor";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(beginSecondFactor, ({ ctx, body, browser }) => begin(ctx, body, browser.client)),
  serve(removeSecondFactor, ({ ctx, body, browser }) => remove(ctx, body, browser.client)),
);
