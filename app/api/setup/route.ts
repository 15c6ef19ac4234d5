import { setUp } from "@/contract/setup";
import { setUp as begin } from "@/core/staff/setup";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(
  serve(setUp, ({ ctx, body, browser }) => browser.keep(begin(ctx, body, browser.client))),
);
