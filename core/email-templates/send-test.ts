import { testEmailLimit } from "@/contract/email-template-api";
import type { EmailTemplateKind, EmailTemplateContent } from "@/contract/email-templates";
import { type RateLimit, consumeRateLimit } from "../rate-limits";
import { type Context, inTransaction } from "../context";
import { getTransportStatus } from "../email-delivery/transport";
import { queueStaffEmail } from "../staff/email";
import { getCurrentStaff } from "../staff/current-staff";
import { assertValidTemplate } from "./templates";

/** Tests that one of the staff sends themselves. */
const testEmailRateLimit: RateLimit = { name: "mail.test", ...testEmailLimit };

type SendTestEmailInput = EmailTemplateContent & { kind: EmailTemplateKind };

/** Queues a mail in these words to whoever asks, with made-up values. Refuses with `invalid_input` words that could not be saved, and with `too_many_requests`. */
export async function sendTestEmail(ctx: Context, { kind, ...text }: SendTestEmailInput): Promise<{ email: string; isKept: boolean }> {
  assertValidTemplate(kind, text);
  const { id, email } = await getCurrentStaff(ctx);
  await consumeRateLimit(ctx, testEmailRateLimit, id);
  await inTransaction(ctx, (inner) => queueStaffEmail(inner, { kind: "test", staffId: id, of: kind, text }));
  return { email, isKept: (await getTransportStatus(ctx)) === "kept" };
}
