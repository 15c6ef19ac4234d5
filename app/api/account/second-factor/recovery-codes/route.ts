import { renewRecoveryCodes } from "@/contract/account";
import { renewRecoveryCodes as renew } from "@/core/staff/second-factor";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(renewRecoveryCodes, ({ ctx, body, browser }) => renew(ctx, body, browser.client)),
);
