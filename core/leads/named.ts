import { sql } from "drizzle-orm";
import { maxRecipients } from "@/contract/sends";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { Refusal } from "../refusal";
import { everyOne } from "../sql";
import { type LeadFilter, leadConditions } from "./list";

/** The addresses that a send names: as listed, or of the leads that match. Refuses with `invalid_input` where too many do. */
export async function named(
  ctx: Context,
  { emails, filter = {} }: { emails?: readonly string[]; filter?: LeadFilter },
): Promise<readonly string[]> {
  if (emails) return emails;
  const found = await rows<{ email: string }>(
    ctx.db,
    sql`select l.email from leads l where ${everyOne(leadConditions(ctx, filter))} order by l.created_at, l.email limit ${maxRecipients + 1}`,
  );
  if (found.length > maxRecipients) {
    throw new Refusal("invalid_input", {
      fields: { filter: [`matches more than ${maxRecipients.toLocaleString("en")} leads; narrow it`] },
    });
  }
  return found.map((lead) => lead.email);
}
