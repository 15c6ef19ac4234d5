import { changeAccount } from "@/contract/account";
import { changeName } from "@/core/staff/account";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(changeAccount, ({ ctx, body }) => changeName(ctx, body)));
