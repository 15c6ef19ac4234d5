import { askForReset } from "@/contract/account";
import { askForReset as ask } from "@/core/staff/reset";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(askForReset, ({ ctx, body, browser }) => ask(ctx, body, browser.client)),
);
