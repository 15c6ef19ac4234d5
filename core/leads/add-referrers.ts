import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { itemsIn } from "../sql";

/** What became of a lead's referrer: the email of the one that was saved, and whether the lead had one before. */
type AddedReferrer = { email: string; saved: string | null; had_referrer: boolean };

/**
 * Saves who referred leads that the caller has locked and that have no referrer. `referrer` is their email or referral code. The referral counts
 * and moves no one, because the positions of the leads are given. Leaves out leads that don't exist. Locks the referrers, so that none of them
 * is deleted before the end of the transaction.
 */
export async function addReferrers(
  { db, projectId }: Context,
  values: readonly { email: string; referrer: string }[],
): Promise<AddedReferrer[]> {
  if (values.length === 0) return [];
  const referrers = itemsIn([...new Set(values.map(({ referrer }) => referrer))]);
  await db.execute(
    sql`select count(*) from (
      select from leads where project_id = ${projectId} and email in (
        select email from leads where project_id = ${projectId} and email in ${referrers}
        union select email from leads where project_id = ${projectId} and referral_code in ${referrers})
      order by email for key share) as locked`,
  );
  return queryRows<AddedReferrer>(
    db,
    sql`with v as (
        select v.*, l.referred_by is not null as had_referrer from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, referrer text)
        join leads l on l.project_id = ${projectId} and l.email = v.email
      ), saved as (
        update leads l set referred_by = f.email, referral_bonus_applied = 0, updated_at = now() from v
        cross join lateral (
          select email from leads where project_id = ${projectId} and email = v.referrer
          union all select email from leads where project_id = ${projectId} and referral_code = v.referrer limit 1
        ) as f
        where l.project_id = ${projectId} and l.email = v.email and l.referred_by is null and f.email <> l.email
        returning l.email, l.referred_by
      )
      select v.email, v.had_referrer, saved.referred_by as saved from v left join saved on saved.email = v.email`,
  );
}
