import { testMailServer } from "@/contract/mail-settings";
import { testMailServer as test } from "@/core/mail/test-server";
import { doors } from "@/server/doors";
import { testServer } from "@/server/mail";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(testMailServer, ({ ctx, body }) => test(ctx, body, testServer)));
