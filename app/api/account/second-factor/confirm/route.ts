import { confirmSecondFactor } from "@/contract/account";
import { confirmSecondFactor as confirm } from "@/core/staff/second-factor";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(confirmSecondFactor, ({ ctx, body, browser }) => confirm(ctx, body, browser.client)),
);
