import { type SQL, sql } from "drizzle-orm";
import { type EmailTemplateKind, type EmailTemplateContent, defaultEmailTemplates } from "@/contract/email-templates";
import type { LeadEmailContent } from "@/emails/lead-email-data";

/** What every mail of a kind says of its project. */
export type BrandingRow = {
  project_name: string;
  zone: string;
  accent: string;
  redirect_url: string | null;
  referral_bonus: number;
  /** What staff made of the words; null where they are the service's own. */
  text: EmailTemplateContent | null;
};

/** The columns of `LetterheadRow`, of the project `p` and a kind of mail. */
export const brandingColumns = (
  kind: SQL,
): SQL => sql`p.name as project_name, p.time_zone as zone, p.accent, p.redirect_url, p.referral_bonus,
  (select json_build_object('subject', t.subject, 'body', t.body, 'button', t.button) from email_templates t where t.project_id = p.id and t.kind = ${kind}) as text`;

type Branding = Pick<LeadEmailContent, "kind" | "text" | "projectName" | "timeZone" | "accent" | "redirectUrl" | "referralBonus">;

/** What of a message its project and its kind make. */
export const toBranding = (kind: EmailTemplateKind, row: BrandingRow): Branding => ({
  kind,
  text: row.text ?? defaultEmailTemplates[kind],
  projectName: row.project_name,
  timeZone: row.zone,
  accent: row.accent,
  redirectUrl: row.redirect_url,
  referralBonus: row.referral_bonus,
});
