import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { testEmailLimit } from "@/contract/email-templates";
import { type Context, inTransaction } from "../context";
import { getTransportStatus } from "../email-delivery/transport";
import { consumeRateLimit, type RateLimit } from "../rate-limits";
import { getCurrentStaff, queueAccountEmail } from "../staff/record";
import { assertValidTemplate } from "./templates";

const testEmailRateLimit: RateLimit = { name: "test_email", ...testEmailLimit };

type SendTestEmailInput = EmailTemplateContent & { kind: EmailTemplateKind; buttonUrl?: string | undefined };

/** Queues a test email with sample data to the signed-in staff member. Throws `invalid_input` for an invalid template, or `too_many_requests`. */
export async function sendTestEmail(
  ctx: Context,
  { kind, buttonUrl, ...content }: SendTestEmailInput,
): Promise<{ email: string; isSavedToFile: boolean }> {
  await assertValidTemplate(ctx, kind, content);
  const { id, email } = await getCurrentStaff(ctx);
  await consumeRateLimit(ctx, testEmailRateLimit, id);
  await inTransaction(ctx, (inner) =>
    queueAccountEmail(inner, { kind: "test", staffId: id, template: kind, content, ...(buttonUrl && { buttonUrl }) }),
  );
  return { email, isSavedToFile: (await getTransportStatus(ctx)) === "saved_to_file" };
}
