import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import { defaultEmailTemplates, type EmailTemplateContent, type EmailTemplateKind } from "@/contract/default-email-templates";
import { defaultCodeType } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import type { Redemption } from "@/contract/redemption";
import type { previewSendEmailEndpoint } from "@/contract/send-preview";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { findNextCode, getCodeBatch } from "../codes/batch-codes";
import { codeRedemption, codeState, getCodeRow, storedType } from "../codes/record";
import type { Context } from "../context";
import { type ContentOverrides, withOverrides } from "../email-templates/templates";
import { emailAnswers } from "../leads/answers";
import { hasTrustedEmail } from "../leads/public-names";

/** What the emails of a project have in common, and the template of one kind. */
export type BrandingRow = RowOf<
  typeof projects,
  | "time_zone"
  | "accent"
  | "redirect_url"
  | "claim_page_url"
  | "referral_bonus"
  | "invite_quota"
  | "referral_page_url"
  | "email_button_color"
  | "email_footer"
> & {
  project_name: RowOf<typeof projects>["name"];
  /** Null if the template isn't customized. */
  template: EmailTemplateContent | null;
};

/** The columns of `BrandingRow`, of project `p` and a kind of email. `inviteQuota` is that of the project, unless it's known who gets the email. */
export const brandingColumns = (
  kind: SQL,
  inviteQuota = sql`p.invite_quota`,
): SQL => sql`p.name as project_name, p.time_zone, p.accent, p.redirect_url, p.claim_page_url, p.referral_bonus, ${inviteQuota} as invite_quota, p.referral_page_url, p.email_button_color, p.email_footer,
  (select json_build_object('subject', t.subject, 'body', t.body, 'button', t.button) from email_templates t where t.project_id = p.id and t.kind = ${kind}) as template`;

export type Branding = Pick<
  LeadEmailContent,
  | "kind"
  | "text"
  | "projectName"
  | "timeZone"
  | "accent"
  | "buttonColor"
  | "footer"
  | "redirectUrl"
  | "claimPageUrl"
  | "referralBonus"
  | "inviteQuota"
  | "referralPageUrl"
>;

/** `overrides` are the texts of a single send. */
export const toBranding = (kind: EmailTemplateKind, row: BrandingRow, overrides: ContentOverrides = {}): Branding => ({
  kind,
  text: withOverrides(row.template ?? defaultEmailTemplates[kind], overrides),
  projectName: row.project_name,
  timeZone: row.time_zone,
  accent: row.accent,
  buttonColor: row.email_button_color,
  footer: row.email_footer,
  redirectUrl: row.redirect_url,
  claimPageUrl: row.claim_page_url,
  referralBonus: row.referral_bonus,
  inviteQuota: row.invite_quota,
  referralPageUrl: row.referral_page_url,
});

/** An email with a code, or with a personal code that doesn't exist yet, and texts that replace those of the template. */
type PreviewEmailQuery = Omit<z.output<NonNullable<typeof previewSendEmailEndpoint.query>>, "scheme"> &
  ContentOverrides & { batch?: string | undefined };

/** Codes for previews of personal codes that don't exist yet. No generated code looks like them. */
export const sampleCodes: Readonly<Record<CodeType, string>> = { creative: "example-code", alphanumeric: "bcd234", numeric: "123456" };

/** Returns the content of an email with a code, the next one of a batch, or a sample personal code, to a lead. Throws `code_not_found` or `batch_not_found`. */
export async function getPreviewMessage(ctx: Context, query: PreviewEmailQuery): Promise<LeadEmailContent> {
  const terms = await getTerms(ctx, query);
  const kind: EmailTemplateKind = query.code === undefined ? "invitation" : "code";
  const [branding, profile] = await Promise.all([getBranding(ctx, kind), getLeadProfile(ctx, query.email)]);
  const text = withOverrides(branding.text, query);
  return {
    ...branding,
    text,
    email: query.email ?? "lead@example.org",
    ...profile,
    ...terms,
    position: null,
    waiting: null,
    buttonUrl: null,
  };
}

type CodeTerms = Pick<LeadEmailContent, "code" | "allowedClaims" | "reserved" | "validFrom" | "validUntil" | keyof Redemption>;

export async function getBranding({ db, projectId }: Context, kind: EmailTemplateKind): Promise<Branding> {
  const [row] = await queryRows<BrandingRow>(db, sql`select ${brandingColumns(sql`${kind}`)} from projects p where p.id = ${projectId}`);
  if (!row) throw new Error("The project doesn't exist, although projects are never deleted");
  return toBranding(kind, row);
}

async function getTerms(ctx: Context, query: PreviewEmailQuery): Promise<CodeTerms> {
  if (query.code !== undefined) return getCodeTerms(ctx, query.code, query.email);
  if (query.batch === undefined) return getPersonalTerms(query);
  const batch = await getCodeBatch(ctx, query.batch);
  const next = await findNextCode(ctx, batch);
  if (next !== null) return { ...(await getCodeTerms(ctx, normalizeCode(next), undefined)), reserved: true };
  const { allowedClaims, validFrom, validUntil, redemption_url, redemption_instructions } = batch;
  const code = sampleCodes[storedType(batch.type)];
  const redemption = codeRedemption({ text: code, redemption_url, redemption_instructions });
  return { code, reserved: true, allowedClaims, validFrom, validUntil, ...redemption };
}

const getPersonalTerms = ({ type = defaultCodeType, allowedClaims = 1, validFrom, validUntil }: PreviewEmailQuery): CodeTerms => ({
  code: sampleCodes[type],
  allowedClaims,
  reserved: true,
  validFrom: validFrom ?? null,
  validUntil: validUntil ?? null,
  redemptionUrl: null,
  redemptionInstructions: null,
});

export async function getCodeTerms(ctx: Context, key: string, email: string | undefined): Promise<CodeTerms> {
  const row = await getCodeRow(ctx, key);
  const { allowedClaims, validFrom, validUntil, reservedFor } = codeState(row);
  // A reserved code is only ever sent to the lead it is reserved for.
  const reserved = reservedFor !== null && (email === undefined || reservedFor.email === email);
  return { code: row.text, allowedClaims, reserved, validFrom, validUntil, ...codeRedemption(row) };
}

type LeadProfile = Pick<LeadEmailContent, "firstname" | "lastname" | "fields" | "referralCode">;

/** What emails may contain about a lead `l` of project `p`. */
export const profileColumns = sql`case when ${hasTrustedEmail} then l.firstname end as firstname,
  case when ${hasTrustedEmail} then l.lastname end as lastname, ${emailAnswers} as fields`;

export async function getLeadProfile({ db, projectId }: Context, email: string | undefined): Promise<LeadProfile> {
  const [lead] = await queryRows<LeadProfile>(
    db,
    sql`select ${profileColumns}, l.referral_code as "referralCode"
      from leads l join projects p on p.id = l.project_id where l.project_id = ${projectId} and l.email = ${email ?? null}`,
  );
  return lead ?? { firstname: null, lastname: null, fields: {}, referralCode: null };
}
