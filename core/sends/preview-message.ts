import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import { defaultType } from "@/contract/kinds";
import type { MailKind } from "@/contract/mail-texts";
import type { showMailEndpoint } from "@/contract/send-preview";
import { rows } from "@/db/rows";
import type { UnlinkedMessage } from "@/emails/letter";
import { getRow } from "../codes/find";
import { codeFacts } from "../codes/wire";
import type { Context } from "../context";
import { type LetterheadRow, letterhead, letterheadColumns } from "./letterhead";

type Query = z.output<NonNullable<typeof showMailEndpoint.query>>;

/** What stands in the mail for a personal code that is not made yet: of the type's form, and plainly nobody's. */
export const sampleCodes: Readonly<Record<CodeType, string>> = { creative: "example-code", alphanumeric: "bcd234", numeric: "123456" };

/**
 * What the mail with a code would say to a lead, or with a personal code that is not made yet; whoever is no lead has no name.
 * Refuses with `code_not_found`.
 */
export async function messageTo(ctx: Context, query: Query): Promise<UnlinkedMessage> {
  const terms = query.code === undefined ? personalTerms(query) : await termsOf(ctx, query.code, query.email);
  const kind: MailKind = query.code === undefined ? "invitation" : "code";
  const [head, names] = await Promise.all([letterheadOf(ctx, kind), namesOf(ctx, query.email)]);
  return { ...head, email: query.email ?? "somebody@example.org", ...names, ...terms, place: null, waiting: null };
}

type Terms = Pick<UnlinkedMessage, "code" | "allowedClaims" | "reserved" | "validFrom" | "validUntil">;

/** What mails of a kind say of the project now. */
export async function letterheadOf({ db, projectId }: Context, kind: MailKind): Promise<ReturnType<typeof letterhead>> {
  const [row] = await rows<LetterheadRow>(db, sql`select ${letterheadColumns(sql`${kind}`)} from projects p where p.id = ${projectId}`);
  if (!row) throw new Error("A project is gone, and projects are never deleted");
  return letterhead(kind, row);
}

const personalTerms = ({ type = defaultType, allowedClaims = 1, validFrom, validUntil }: Query): Terms => ({
  code: sampleCodes[type],
  allowedClaims,
  reserved: true,
  validFrom: validFrom ?? null,
  validUntil: validUntil ?? null,
});

async function termsOf(ctx: Context, key: string, email: string | undefined): Promise<Terms> {
  const row = await getRow(ctx, key);
  const { allowedClaims, validFrom, validUntil, reservedFor } = codeFacts(row);
  // Nobody else than whom it is reserved for is sent it.
  const reserved = reservedFor !== null && (email === undefined || reservedFor.email === email);
  return { code: row.text, allowedClaims, reserved, validFrom, validUntil };
}

type Names = Pick<UnlinkedMessage, "firstname" | "lastname" | "referralCode">;

async function namesOf({ db, projectId }: Context, email: string | undefined): Promise<Names> {
  const [lead] = await rows<Names>(
    db,
    sql`select firstname, lastname, referral_code as "referralCode" from leads where project_id = ${projectId} and email = ${email ?? null}`,
  );
  return lead ?? { firstname: null, lastname: null, referralCode: null };
}
