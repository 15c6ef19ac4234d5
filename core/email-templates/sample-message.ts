import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { listVariables } from "@/contract/email-template-rules";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { addDays, endOfMinute, localDate, startOfMinute } from "@/lib/dates";
import { type Context, getDatabaseTime } from "../context";
import { getBranding, sampleCodes } from "../sends/message";

/** Real referral codes contain no vowels, so this one belongs to no lead. */
const sampleLead = { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", referralCode: "example" };

const sampleValidityDays = 30;

/** Creates an email with the given template and sample data. All variables of its kind have a value, and no others do. */
export async function createSampleMessage(ctx: Context, kind: EmailTemplateKind, content: EmailTemplateContent): Promise<LeadEmailContent> {
  const [branding, now] = await Promise.all([getBranding(ctx, kind), getDatabaseTime(ctx)]);
  const variables = listVariables(kind);
  const { timeZone } = branding;
  const today = localDate(timeZone, new Date(now));
  return {
    ...branding,
    text: content,
    ...sampleLead,
    code: variables.includes("code") ? sampleCodes.creative : null,
    position: variables.includes("position") ? 12 : null,
    waiting: variables.includes("waiting") ? 340 : null,
    allowedClaims: 1,
    reserved: kind === "invitation" || kind === "reminder",
    validFrom: startOfMinute(`${today}T09:00`, timeZone),
    validUntil: endOfMinute(`${addDays(today, sampleValidityDays)}T23:59`, timeZone),
  };
}
