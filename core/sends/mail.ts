import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import { defaultType } from "@/contract/kinds";
import type { showMail } from "@/contract/send-preview";
import { rows } from "@/db/rows";
import type { UnlinkedMessage } from "@/emails/render";
import { getRow } from "../codes/find";
import { codeFacts } from "../codes/wire";
import type { Context } from "../context";
import { projectOf } from "../projects/wire";

type Query = z.output<NonNullable<typeof showMail.query>>;

/** What stands in the mail for a personal code that is not made yet: of the type's form, and plainly nobody's. */
export const sampleCodes: Readonly<Record<CodeType, string>> = { creative: "example-code", alphanumeric: "bcd234", numeric: "123456" };

/**
 * What the mail with a code would say to a lead, or with a personal code that is not made yet; whoever is no lead has no name.
 * Refuses with `code_not_found`.
 */
export async function messageTo(ctx: Context, query: Query): Promise<UnlinkedMessage> {
  const terms = query.code === undefined ? personalTerms(query) : await termsOf(ctx, query.code, query.email);
  const [project, firstname] = await Promise.all([projectOf(ctx), firstnameOf(ctx, query.email)]);
  return { projectName: project.name, zone: project.timeZone, accent: project.accent, firstname, ...terms };
}

type Terms = Omit<UnlinkedMessage, "projectName" | "zone" | "accent" | "firstname">;

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

async function firstnameOf({ db, projectId }: Context, email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const [lead] = await rows<{ firstname: string | null }>(
    db,
    sql`select firstname from leads where project_id = ${projectId} and email = ${email}`,
  );
  return lead?.firstname ?? null;
}
