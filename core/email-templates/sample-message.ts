import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { listVariables } from "@/contract/email-template-rules";
import { normalizeCode } from "@/contract/normalize";
import type { Answers, Question } from "@/contract/questions";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { addDays, endOfMinute, localDate, startOfMinute } from "@/lib/dates";
import { type Context, getDatabaseTime } from "../context";
import { getLead } from "../leads/record";
import { getWaitlistPosition } from "../leads/waitlist";
import { getQuestions } from "../projects/record";
import { getBranding, getCodeTerms, getLeadProfile, sampleCodes } from "../sends/email-content";

/** Real referral codes contain no vowels, so this one belongs to no lead. */
const sampleLead = { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", referralCode: "example" };

const sampleValidityDays = 30;

const sampleAnswers = { text: "Example", checkbox: true, url: "https://example.org" } as const;

const sampleFields = (questions: readonly Question[]): Answers =>
  Object.fromEntries(questions.map(({ key, type, options: [option = ""] }) => [key, type === "choice" ? option : sampleAnswers[type]]));

type SampleOptions = {
  /** The lead who would get the email. Without it, all variables have a sample value. */
  email?: string | undefined;
  buttonUrl?: string | undefined;
};

/**
 * Creates an email with the given template, as a lead would get it, or with sample data. Only variables of its kind have a value. A lead
 * without an open invitation has a sample code. Throws `lead_not_found`.
 */
export async function createSampleMessage(
  ctx: Context,
  kind: EmailTemplateKind,
  content: EmailTemplateContent,
  { email, buttonUrl }: SampleOptions = {},
): Promise<LeadEmailContent> {
  const [branding, questions, now] = await Promise.all([getBranding(ctx, kind), getQuestions(ctx), getDatabaseTime(ctx)]);
  const variables = listVariables(kind);
  const { timeZone } = branding;
  const today = localDate(timeZone, new Date(now));
  const sample: LeadEmailContent = {
    ...branding,
    text: content,
    ...sampleLead,
    fields: sampleFields(questions),
    code: variables.includes("code") ? sampleCodes.creative : null,
    position: variables.includes("position") ? 12 : null,
    waiting: variables.includes("waiting") ? 340 : null,
    allowedClaims: 1,
    reserved: kind === "invitation" || kind === "reminder",
    validFrom: startOfMinute(`${today}T09:00`, timeZone),
    validUntil: endOfMinute(`${addDays(today, sampleValidityDays)}T23:59`, timeZone),
    redemptionUrl: null,
    redemptionInstructions: null,
    buttonUrl: buttonUrl ?? null,
  };
  return email === undefined ? sample : { ...sample, ...(await getLeadValues(ctx, sample, email)) };
}

/** Returns what a lead would read instead of the sample values. */
async function getLeadValues(ctx: Context, sample: LeadEmailContent, email: string): Promise<Partial<LeadEmailContent>> {
  const { invitation } = await getLead(ctx, email);
  const [profile, waitlist, terms] = await Promise.all([
    getLeadProfile(ctx, email),
    sample.position === null ? null : getWaitlistPosition(ctx, email),
    sample.code === null || invitation === null ? null : getCodeTerms(ctx, normalizeCode(invitation.code), email),
  ]);
  return { email, ...profile, ...terms, ...(waitlist && { position: waitlist.position, waiting: waitlist.waiting }) };
}
