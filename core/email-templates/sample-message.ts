import { listVariables } from "@/contract/email-template-rules";
import type { EmailTemplateKind, EmailTemplateContent } from "@/contract/email-templates";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { startOfMinute, endOfMinute } from "@/lib/local-time";
import { localDate, addDays } from "@/lib/time-zones";
import { getDatabaseTime } from "../clock";
import type { Context } from "../context";
import { getBranding, sampleCodes } from "@/core/sends/preview-message";

/** Made up; the referral code with vowels, as no lead's own has. */
const sampleLead = { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", referralCode: "example" };

/** For how many days the made-up code can be claimed, from today. */
const sampleValidityDays = 30;

/** What a mail of a kind would say in these words to somebody made up, about a code that is nobody's. Every variable of its kind says something, and no other does. */
export async function sampleMessage(ctx: Context, kind: EmailTemplateKind, text: EmailTemplateContent): Promise<LeadEmailContent> {
  const [head, now] = await Promise.all([getBranding(ctx, kind), getDatabaseTime(ctx)]);
  const said = listVariables(kind);
  const today = localDate(head.timeZone, new Date(now));
  return {
    ...head,
    text,
    ...sampleLead,
    code: said.includes("code") ? sampleCodes.creative : null,
    position: said.includes("position") ? 12 : null,
    waiting: said.includes("waiting") ? 340 : null,
    allowedClaims: 1,
    reserved: kind === "invitation",
    validFrom: startOfMinute(`${today}T09:00`, head.timeZone),
    validUntil: endOfMinute(`${addDays(today, sampleValidityDays)}T23:59`, head.timeZone),
  };
}
