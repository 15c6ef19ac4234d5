import { type SQL, sql } from "drizzle-orm";
import { defaultEmailTemplates, type EmailTemplateContent, type EmailTemplateKind } from "@/contract/default-email-templates";
import type { RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import type { LeadEmailContent } from "@/emails/lead-email-data";

/** What the emails of a project have in common, and the template of one kind. */
export type BrandingRow = RowOf<typeof projects, "time_zone" | "accent" | "redirect_url" | "referral_bonus"> & {
  project_name: RowOf<typeof projects>["name"];
  /** Null if the template isn't customized. */
  template: EmailTemplateContent | null;
};

/** The columns of `BrandingRow`, of project `p` and a kind of email. */
export const brandingColumns = (kind: SQL): SQL => sql`p.name as project_name, p.time_zone, p.accent, p.redirect_url, p.referral_bonus,
  (select json_build_object('subject', t.subject, 'body', t.body, 'button', t.button) from email_templates t where t.project_id = p.id and t.kind = ${kind}) as template`;

export type Branding = Pick<LeadEmailContent, "kind" | "text" | "projectName" | "timeZone" | "accent" | "redirectUrl" | "referralBonus">;

export const toBranding = (kind: EmailTemplateKind, row: BrandingRow): Branding => ({
  kind,
  text: row.template ?? defaultEmailTemplates[kind],
  projectName: row.project_name,
  timeZone: row.time_zone,
  accent: row.accent,
  redirectUrl: row.redirect_url,
  referralBonus: row.referral_bonus,
});
