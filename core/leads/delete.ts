import { sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { Refusal } from "../refusal";
import { get } from "./find";

/**
 * Deletes a lead for good, with their claims, deliveries and tokens; codes get their use back, and a code reserved for them
 * loses the address and is paused. No trace of the address stays. Answers what the lead was. Refuses with `lead_not_found`.
 */
export function remove(ctx: Context, email: string): Promise<LeadRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    await lockCodesThenLead(inner, email);
    const lead = await get(inner, email);
    await db.execute(sql`
      with gone as (delete from claims where project_id = ${projectId} and email = ${email} returning code_key)
      update codes c set claims = claims - 1, updated_at = now() from gone where c.project_id = ${projectId} and c.key = gone.code_key`);
    const freed = await rows<{ key: string; text: string }>(
      db,
      sql`update codes set reserved_for = null, paused_at = coalesce(paused_at, now()), updated_at = now()
        where project_id = ${projectId} and reserved_for = ${email} returning key, text`,
    );
    for (const code of freed) await recordEvent(inner, { kind: "code.paused", code });
    await db.execute(
      sql`update leads set referred_by = null, updated_at = now() where project_id = ${projectId} and referred_by = ${email}`,
    );
    await db.execute(sql`update events set email = null where project_id = ${projectId} and email = ${email}`);
    await db.execute(sql`delete from leads where project_id = ${projectId} and email = ${email}`);
    await recordEvent(inner, { kind: "lead.deleted" });
    return lead;
  });
}

/** A claim locks its code and then its lead; going the same way round keeps a claim that races with the deletion from waiting on it crosswise. */
async function lockCodesThenLead({ db, projectId }: Context, email: string): Promise<void> {
  await rows(
    db,
    sql`select from codes where project_id = ${projectId}
      and (reserved_for = ${email} or key in (select code_key from claims where project_id = ${projectId} and email = ${email}))
      order by key for no key update`,
  );
  const locked = await rows(db, sql`select from leads where project_id = ${projectId} and email = ${email} for update`);
  // A claim may make the lead anew at any moment; without the lock it is not ours to delete.
  if (locked.length === 0) throw new Refusal("lead_not_found");
}
