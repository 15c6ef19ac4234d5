import { resetPassword } from "@/contract/account";
import { resetPassword as reset } from "@/core/staff/reset";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(resetPassword, ({ ctx, body, browser }) => reset(ctx, body, browser.client)),
);
