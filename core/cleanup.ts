import { type SQL, sql } from "drizzle-orm";
import { usedTokenHours } from "@/contract/claims";
import { emailChangeDays, emailReportDays, failedClaimLimits, importRowDays, sessionLifetime } from "@/contract/limits";
import type { Database } from "@/db/client";
import { changeRows, queryRows } from "@/db/query";
import { responseLifetimeHours } from "./idempotency";

/** The maximum number of rows per statement, so that no statement times out. */
const batchSize = 2000;

const expiredRows: readonly { table: SQL; condition: SQL }[] = [
  { table: sql`idempotent_responses`, condition: sql`created_at < now() - make_interval(hours => ${responseLifetimeHours})` },
  { table: sql`rate_limit_windows`, condition: sql`ends_at < now()` },
  {
    table: sql`sessions`,
    condition: sql`last_seen_at < now() - make_interval(hours => ${sessionLifetime.idleHours}) or created_at < now() - make_interval(days => ${sessionLifetime.maxDays})`,
  },
  { table: sql`email_reports`, condition: sql`created_at < now() - make_interval(days => ${emailReportDays})` },
  { table: sql`email_changes`, condition: sql`created_at < now() - make_interval(days => ${emailChangeDays})` },
  { table: sql`failed_claims`, condition: sql`updated_at < now() - make_interval(days => ${failedClaimLimits.days})` },
  { table: sql`background_jobs`, condition: sql`ended_at < now() - interval '1 month'` },
  {
    table: sql`import_rows`,
    condition: sql`exists (select from imports i where i.project_id = import_rows.project_id and i.id = import_rows.import_id and i.created_at < now() - make_interval(days => ${importRowDays}))`,
  },
  { table: sql`saved_files`, condition: sql`expires_at < now()` },
  { table: sql`pending_sign_ins`, condition: sql`expires_at < now()` },
  { table: sql`passkey_challenges`, condition: sql`expires_at < now()` },
  { table: sql`password_resets`, condition: sql`expires_at < now()` },
  // Expired invitations stay listed for a while, so that they can be resent.
  { table: sql`invitations`, condition: sql`expires_at < now() - interval '30 days'` },
];

/** How many pages of a table a statement reads that deletes rows without an index. */
const pagesPerStatement = 500;

/**
 * Deletes the tokens that expired long ago, and those of claims that a server of the previous version deleted. Reads the whole table, which
 * is small: an index by the time of expiry would be written by every claim.
 */
async function deleteExpiredTokens(db: Database): Promise<void> {
  const [size] = await queryRows<{ pages: number }>(
    db,
    sql`select (pg_relation_size('claim_tokens') / current_setting('block_size')::int)::int as pages`,
  );
  for (let page = 0; page < (size?.pages ?? 0); page += pagesPerStatement)
    await db.execute(sql`delete from claim_tokens where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + pagesPerStatement},0)`}::tid
      and (expires_at < now() - make_interval(hours => ${usedTokenHours})
        or not exists (select from claims k where k.project_id = claim_tokens.project_id and k.code_key = claim_tokens.code_key and k.email = claim_tokens.email))`);
}

/** Removes the emails whose holds of codes ended. Codes that are being claimed are left to the next time. */
async function deleteEndedHolds(db: Database): Promise<void> {
  for (let changed = batchSize; changed === batchSize; )
    changed = await changeRows(
      db,
      sql`update codes c set holds = (select jsonb_object_agg(hold.email, hold.expires_at) from jsonb_each_text(c.holds) as hold (email, expires_at)
          where hold.expires_at::timestamptz > now())
        where ctid in (select ended.ctid from codes ended where ended.holds is not null
          and exists (select from jsonb_each_text(ended.holds) as hold (email, expires_at) where hold.expires_at::timestamptz <= now())
          limit ${batchSize} for no key update skip locked)`,
    );
}

/** Deletes the expired rows of all projects, holds of codes that ended, and what else is kept of the rows of imports. The bin has a cleanup of its own. */
export async function deleteExpiredRows(db: Database): Promise<void> {
  await deleteExpiredTokens(db);
  for (const { table, condition } of expiredRows) {
    for (let deletedCount = batchSize; deletedCount === batchSize; ) {
      deletedCount = await changeRows(
        db,
        sql`delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${batchSize})`,
      );
    }
  }
  await deleteEndedHolds(db);
  // They contain values of the rows.
  await db.execute(
    sql`update imports set column_stats = null where column_stats is not null and created_at < now() - make_interval(days => ${importRowDays})`,
  );
}
