import { sql } from "drizzle-orm";
import { maxRecipients } from "@/contract/limits";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { joinAnd } from "../sql";
import { type LeadFilter, leadConditions } from "./list";

/** Whom a send is to: as listed, or the leads that match. */
export type LeadSelection = { emails?: readonly string[]; filter?: LeadFilter };

/** What is wrong with a filter that too many leads match. */
export const tooManyMatches = `matches more than ${maxRecipients.toLocaleString("en")} leads; narrow it`;

/** The addresses that a send names, or null where more leads match than one send takes. */
export async function findSelectedEmails(ctx: Context, { emails, filter = {} }: LeadSelection): Promise<{ email: string }[] | null> {
  if (emails) return emails.map((email) => ({ email }));
  const found = await rows<{ email: string }>(
    ctx.db,
    sql`select l.email from leads l where ${joinAnd(leadConditions(ctx, filter))} order by l.created_at, l.email limit ${maxRecipients + 1}`,
  );
  return found.length > maxRecipients ? null : found.map(({ email }) => ({ email }));
}

/** The addresses that a send names. Refuses with `invalid_input` where more leads match than one send takes. */
export async function getSelectedEmails(ctx: Context, whom: LeadSelection): Promise<{ email: string }[]> {
  const found = await findSelectedEmails(ctx, whom);
  if (found === null) throw new ApiError("invalid_input", { fields: { filter: [tooManyMatches] } });
  return found;
}
