import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import type { EmailTemplateKind } from "@/contract/default-email-templates";
import { defaultCodeType } from "@/contract/enums";
import type { previewSendEmailEndpoint } from "@/contract/send-preview";
import { queryRows } from "@/db/query";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { codeState, getCodeRow } from "../codes/record";
import type { Context } from "../context";
import { type Branding, type BrandingRow, brandingColumns, toBranding } from "./branding";

type PreviewEmailQuery = z.output<NonNullable<typeof previewSendEmailEndpoint.query>>;

/** Codes for previews of personal codes that don't exist yet. No generated code looks like them. */
export const sampleCodes: Readonly<Record<CodeType, string>> = { creative: "example-code", alphanumeric: "bcd234", numeric: "123456" };

/** Returns the content of an email with a code, or with a sample personal code, to a lead. Throws `code_not_found`. */
export async function getPreviewMessage(ctx: Context, query: PreviewEmailQuery): Promise<LeadEmailContent> {
  const terms = query.code === undefined ? getPersonalTerms(query) : await getCodeTerms(ctx, query.code, query.email);
  const kind: EmailTemplateKind = query.code === undefined ? "invitation" : "code";
  const [branding, names] = await Promise.all([getBranding(ctx, kind), getLeadNames(ctx, query.email)]);
  return { ...branding, email: query.email ?? "lead@example.org", ...names, ...terms, position: null, waiting: null };
}

type CodeTerms = Pick<LeadEmailContent, "code" | "allowedClaims" | "reserved" | "validFrom" | "validUntil">;

export async function getBranding({ db, projectId }: Context, kind: EmailTemplateKind): Promise<Branding> {
  const [row] = await queryRows<BrandingRow>(db, sql`select ${brandingColumns(sql`${kind}`)} from projects p where p.id = ${projectId}`);
  if (!row) throw new Error("The project doesn't exist, although projects are never deleted");
  return toBranding(kind, row);
}

const getPersonalTerms = ({ type = defaultCodeType, allowedClaims = 1, validFrom, validUntil }: PreviewEmailQuery): CodeTerms => ({
  code: sampleCodes[type],
  allowedClaims,
  reserved: true,
  validFrom: validFrom ?? null,
  validUntil: validUntil ?? null,
});

async function getCodeTerms(ctx: Context, key: string, email: string | undefined): Promise<CodeTerms> {
  const row = await getCodeRow(ctx, key);
  const { allowedClaims, validFrom, validUntil, reservedFor } = codeState(row);
  // A reserved code is only ever sent to the lead it is reserved for.
  const reserved = reservedFor !== null && (email === undefined || reservedFor.email === email);
  return { code: row.text, allowedClaims, reserved, validFrom, validUntil };
}

type LeadNames = Pick<LeadEmailContent, "firstname" | "lastname" | "referralCode">;

async function getLeadNames({ db, projectId }: Context, email: string | undefined): Promise<LeadNames> {
  const [lead] = await queryRows<LeadNames>(
    db,
    sql`select firstname, lastname, referral_code as "referralCode" from leads where project_id = ${projectId} and email = ${email ?? null}`,
  );
  return lead ?? { firstname: null, lastname: null, referralCode: null };
}
