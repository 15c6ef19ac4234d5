import { exchangeToken } from "@/contract/claims";
import { exchange } from "@/core/claims/exchange";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(exchangeToken, ({ ctx, body }) => exchange(ctx, body.token)));
