import { testMail } from "@/contract/mail-settings";
import { testMail as test } from "@/core/mail/test";
import { doors } from "@/server/doors";
import { testServer } from "@/server/mail";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(testMail, ({ ctx, body }) => test(ctx, body, testServer)));
