import { testMailLimit } from "@/contract/mail";
import type { MailKind, MailText } from "@/contract/mail-texts";
import { type Budget, spend } from "../budgets";
import { type Context, inTransaction } from "../context";
import { mailStanding } from "../email-delivery/way";
import { queueStaffMail } from "../staff/mail";
import { self } from "../staff/self";
import { refuseWrong } from "./texts";

/** Tests that one of the staff sends themselves. */
const tests: Budget = { name: "mail.test", ...testMailLimit };

type Test = MailText & { kind: MailKind };

/** Queues a mail in these words to whoever asks, with made-up values. Refuses with `invalid_input` words that could not be saved, and with `too_many_requests`. */
export async function sendTestMail(ctx: Context, { kind, ...text }: Test): Promise<{ email: string; isKept: boolean }> {
  refuseWrong(kind, text);
  const { id, email } = await self(ctx);
  await spend(ctx, tests, id);
  await inTransaction(ctx, (inner) => queueStaffMail(inner, { kind: "test", staffId: id, of: kind, text }));
  return { email, isKept: (await mailStanding(ctx)) === "kept" };
}
