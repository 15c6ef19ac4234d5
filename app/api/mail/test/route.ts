import { sendTestMail } from "@/contract/mail";
import { sendTestMail as sendTest } from "@/core/sends/test-mail";
import { doors } from "@/server/doors";
import { serve } from "@/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = doors(serve(sendTestMail, ({ ctx, body }) => sendTest(ctx, body)));
