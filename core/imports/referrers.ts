import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { Job } from "../jobs/handler";
import { lockLeads } from "../leads/record";
import { type ImportJobParams, readImport, readRows, rowItems } from "./rows";

/** The beginning of an item of the job that saves the referrer of a row. */
export const referrerPrefix = "referrer:";

const hasReferrer = sql`r.outcome = 'new' and r.lead ->> 'referrer' is not null`;
export const referrerRows = rowItems(hasReferrer);

/** Whether the file has a column of referrers. */
export async function hasReferrers(ctx: Context, job: Job<ImportJobParams>): Promise<boolean> {
  const { settings } = await readImport(ctx, job);
  return Object.values(settings?.mapping ?? {}).includes("referredBy");
}

/**
 * Saves who referred the leads that rows created, by email or referral code. The referral counts, and moves no one, because the file has the
 * positions. Returns how many have a referrer who isn't a lead.
 */
export async function saveReferrers(ctx: Context, job: Job<ImportJobParams>, numbers: readonly string[]): Promise<number> {
  if (numbers.length === 0) return 0;
  const isCreated = sql`r.result = 'created' and r.email is not null`;
  const rows = await readRows(ctx, job, numbers, ["email", "lead"], isCreated);
  const values = rows.flatMap(({ email, lead }) => (email !== null && lead?.referrer ? [{ email, referrer: lead.referrer }] : []));
  await lockLeads(
    ctx,
    values.map(({ email }) => email),
  );
  const { projectId } = ctx;
  const saved = await queryRows<{ email: string }>(
    ctx.db,
    sql`update leads l set referred_by = f.email, referral_bonus_applied = 0
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, referrer text)
      cross join lateral (
        select email from leads where project_id = ${projectId} and email = v.referrer
        union all select email from leads where project_id = ${projectId} and referral_code = v.referrer limit 1
      ) as f
      where l.project_id = ${projectId} and l.email = v.email and l.referred_by is null and f.email <> l.email
      returning l.email`,
  );
  return values.length - saved.length;
}
