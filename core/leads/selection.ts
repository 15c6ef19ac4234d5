import { sql } from "drizzle-orm";
import { maxRecipients } from "@/contract/limits";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { joinAnd } from "../sql";
import { type LeadFilter, leadConditions } from "./list";

/** The leads of a send: the given emails, or all leads that match a filter. */
export type LeadSelection = { emails?: readonly string[]; filter?: LeadFilter };

export const tooManyMatches = `must match at most ${maxRecipients.toLocaleString("en-US")} leads`;

/** Returns the selected emails, or `null` if a filter matches more leads than one send allows. */
export async function findSelectedEmails(ctx: Context, { emails, filter = {} }: LeadSelection): Promise<{ email: string }[] | null> {
  if (emails) return emails.map((email) => ({ email }));
  const selected = await queryRows<RowOf<typeof leads, "email">>(
    ctx.db,
    sql`select l.email from leads l where ${joinAnd(leadConditions(ctx, filter))} order by l.created_at, l.email limit ${maxRecipients + 1}`,
  );
  return selected.length > maxRecipients ? null : selected;
}

/** Returns the selected emails. Throws `invalid_input` if a filter matches more leads than one send allows. */
export async function getSelectedEmails(ctx: Context, selection: LeadSelection): Promise<{ email: string }[]> {
  const selected = await findSelectedEmails(ctx, selection);
  if (selected === null) throw new ApiError("invalid_input", { fields: { filter: [tooManyMatches] } });
  return selected;
}
