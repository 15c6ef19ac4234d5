import { changePassword } from "@/contract/account";
import { changePassword as change } from "@/core/staff/account";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(changePassword, ({ ctx, body, browser }) => change(ctx, body, browser.client)),
);
