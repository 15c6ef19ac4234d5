import { type SQL, sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record";
import { itemsIn } from "../sql";
import { getLead } from "./get";
import { lockLeads } from "./lock";
import { revokeReferralBonuses } from "./referrals";
import { insertWaitlistChanges } from "./waitlist";

/**
 * Deletes a lead for good, with their claims, deliveries and tokens; codes get their use back, and a code reserved for them
 * loses the address and is paused. No trace of the address stays. Answers what the lead was. Refuses with `lead_not_found`.
 */
export function deleteLead(ctx: Context, email: string): Promise<LeadRecord> {
  return inTransaction(ctx, async (inner) => {
    const locked = await lockLeadsForDeletion(inner, [email]);
    // A claim may make the lead anew at any moment; without the lock it is not ours to delete.
    if (locked.length === 0) throw new ApiError("lead_not_found");
    const lead = await getLead(inner, email);
    await deleteLockedLeads(inner, locked);
    return lead;
  });
}

/**
 * Locks leads for `removeLocked`, and answers those that exist and meet `conditions` on leads `l`. A claim locks its code and then its lead;
 * going the same way round keeps a claim that races with the deletion from waiting on it crosswise.
 */
export async function lockLeadsForDeletion(ctx: Context, emails: readonly string[], conditions: readonly SQL[] = []): Promise<string[]> {
  const { db, projectId } = ctx;
  const among = itemsIn(emails);
  await db.execute(
    sql`select count(*) from (
      select from codes where project_id = ${projectId} and key in (
        select key from codes where project_id = ${projectId} and reserved_for in ${among}
        union select code_key from claims where project_id = ${projectId} and email in ${among})
      order by key for no key update) as locked`,
  );
  return lockLeads(ctx, emails, { deleting: true, conditions });
}

/** Deletes leads as `remove` does, which the caller's transaction has locked for it. */
export async function deleteLockedLeads(ctx: Context, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const { db, projectId } = ctx;
  const among = itemsIn(emails);
  await db.execute(sql`
    with gone as (
      delete from claims where project_id = ${projectId} and email in ${among} returning code_key
    ), counted as (
      select code_key, count(*)::int as uses from gone group by code_key
    )
    update codes c set claims = claims - counted.uses, updated_at = now() from counted where c.project_id = ${projectId} and c.key = counted.code_key`);
  const freed = await rows<{ key: string; text: string }>(
    db,
    sql`update codes set reserved_for = null, paused_at = coalesce(paused_at, now()), updated_at = now()
      where project_id = ${projectId} and reserved_for in ${among} returning key, text`,
  );
  await recordEvents(
    ctx,
    freed.map((code) => ({ kind: "code.paused", code })),
  );
  // Before those who sent them go themselves.
  await revokeReferralBonuses(
    ctx,
    await rows(
      db,
      sql`select referred_by, referral_bonus_applied from leads where project_id = ${projectId} and email in ${among} and referral_bonus_applied <> 0`,
    ),
  );
  await db.execute(
    sql`update leads set referred_by = null, updated_at = now() where project_id = ${projectId} and referred_by in ${among}`,
  );
  await db.execute(sql`update events set email = null where project_id = ${projectId} and email in ${among}`);
  await db.execute(sql`
    with gone as (delete from leads where project_id = ${projectId} and email in ${among} returning project_id, waitlist_sort_key, on_waitlist)
    ${insertWaitlistChanges(sql`gone where on_waitlist`, -1)}`);
  await recordEvents(
    ctx,
    emails.map(() => ({ kind: "lead.deleted" })),
  );
}
