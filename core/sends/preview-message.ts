import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import { defaultCodeType } from "@/contract/kinds";
import type { EmailTemplateKind } from "@/contract/email-templates";
import type { previewSendEmailEndpoint } from "@/contract/send-preview";
import { rows } from "@/db/rows";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { getCodeRow } from "../codes/get";
import { codeState } from "../codes/record";
import type { Context } from "../context";
import { type BrandingRow, toBranding, brandingColumns } from "./branding";

type PreviewEmailQuery = z.output<NonNullable<typeof previewSendEmailEndpoint.query>>;

/** What stands in the mail for a personal code that is not made yet: of the type's form, and plainly nobody's. */
export const sampleCodes: Readonly<Record<CodeType, string>> = { creative: "example-code", alphanumeric: "bcd234", numeric: "123456" };

/**
 * What the mail with a code would say to a lead, or with a personal code that is not made yet; whoever is no lead has no name.
 * Refuses with `code_not_found`.
 */
export async function getPreviewMessage(ctx: Context, query: PreviewEmailQuery): Promise<LeadEmailContent> {
  const terms = query.code === undefined ? getPersonalTerms(query) : await getCodeTerms(ctx, query.code, query.email);
  const kind: EmailTemplateKind = query.code === undefined ? "invitation" : "code";
  const [head, names] = await Promise.all([getBranding(ctx, kind), getLeadNames(ctx, query.email)]);
  return { ...head, email: query.email ?? "somebody@example.org", ...names, ...terms, position: null, waiting: null };
}

type CodeTerms = Pick<LeadEmailContent, "code" | "allowedClaims" | "reserved" | "validFrom" | "validUntil">;

/** What mails of a kind say of the project now. */
export async function getBranding({ db, projectId }: Context, kind: EmailTemplateKind): Promise<ReturnType<typeof toBranding>> {
  const [row] = await rows<BrandingRow>(db, sql`select ${brandingColumns(sql`${kind}`)} from projects p where p.id = ${projectId}`);
  if (!row) throw new Error("A project is gone, and projects are never deleted");
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
  // Nobody else than whom it is reserved for is sent it.
  const reserved = reservedFor !== null && (email === undefined || reservedFor.email === email);
  return { code: row.text, allowedClaims, reserved, validFrom, validUntil };
}

type LeadNames = Pick<LeadEmailContent, "firstname" | "lastname" | "referralCode">;

async function getLeadNames({ db, projectId }: Context, email: string | undefined): Promise<LeadNames> {
  const [lead] = await rows<LeadNames>(
    db,
    sql`select firstname, lastname, referral_code as "referralCode" from leads where project_id = ${projectId} and email = ${email ?? null}`,
  );
  return lead ?? { firstname: null, lastname: null, referralCode: null };
}
