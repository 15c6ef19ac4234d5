import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { recordLeadChanges } from "../events/record-changes";
import { recordEvents } from "../events/record-event";
import type { Job } from "../jobs/handler";
import { addReferrers } from "../leads/add-referrers";
import { lockLeads, markLeadsChanged } from "../leads/record";
import { type ImportJobParams, type LeadChanges, readImport, readRows, rowItems } from "./rows";

/** The beginning of an item of the job that saves the referrer of a row. */
export const referrerPrefix = "referrer:";

const hasReferrer = sql`r.outcome in ('new', 'existing') and r.lead ->> 'referrer' is not null`;
export const referrerRows = rowItems(hasReferrer);

/** Whether the file has a column of referrers. */
export async function hasReferrers(ctx: Context, job: Job<ImportJobParams>): Promise<boolean> {
  const { settings } = await readImport(ctx, job);
  return Object.values(settings?.mapping ?? {}).includes("referredBy");
}

/**
 * Saves who referred the leads of rows, by email or referral code: of leads that the import created, and of those that existed, have no
 * referrer, and aren't skipped. The referral counts, and moves no one, because the file has the positions. Returns how many have a referrer
 * who isn't a lead.
 */
export async function saveReferrers(ctx: Context, job: Job<ImportJobParams>, numbers: readonly string[]): Promise<number> {
  if (numbers.length === 0) return 0;
  const { settings } = await readImport(ctx, job);
  const results = settings?.existing === "skip" ? sql`('created')` : sql`('created', 'updated', 'skipped')`;
  const rows = await readRows(ctx, job, numbers, ["row", "email", "lead", "result"], sql`r.result in ${results} and r.email is not null`);
  const values = rows.flatMap(({ row, email, lead, result }) =>
    email !== null && lead?.referrer ? [{ row, email, referrer: lead.referrer, existed: result !== "created" }] : [],
  );
  await lockLeads(
    ctx,
    values.map(({ email }) => email),
  );
  const handled = await addReferrers(ctx, values);
  const savedByEmail = new Map(handled.map(({ email, saved }) => [email, saved]));
  await noteChanges(
    ctx,
    job,
    values.flatMap(({ row, email, existed }) => {
      const saved = savedByEmail.get(email) ?? null;
      return existed && saved !== null ? [{ row, email, referrer: saved }] : [];
    }),
  );
  // After a pause, the rows that were done before are listed again.
  return handled.filter(({ saved, had_referrer }) => saved === null && !had_referrer).length;
}

/** Saves which leads that existed got a referrer: their rows count as updated. */
async function noteChanges(
  ctx: Context,
  { params }: Job<ImportJobParams>,
  changed: readonly { row: number; email: string; referrer: string }[],
): Promise<void> {
  if (changed.length === 0) return;
  const { db, projectId } = ctx;
  const noChanges: LeadChanges = { fields: {}, answers: {}, joinedWaitlist: false };
  const updated = await queryRows<{ was_skipped: boolean; email: string }>(
    db,
    sql`update import_rows r set result = 'updated', changes = coalesce(b.changes, ${JSON.stringify(noChanges)}::jsonb) || jsonb_build_object('referrer', c.referrer)
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (row int, referrer text)
      join import_rows b on b.project_id = ${projectId} and b.import_id = ${params.importId} and b.row = c.row
      where r.project_id = b.project_id and r.import_id = b.import_id and r.row = b.row
      returning b.result = 'skipped' as was_skipped, r.email`,
  );
  const skipped = updated.filter(({ was_skipped }) => was_skipped).length;
  await db.execute(
    sql`update imports set updated_count = updated_count + ${skipped}::int, skipped_count = skipped_count - ${skipped}::int
      where project_id = ${projectId} and id = ${params.importId}`,
  );
  await recordEvents(
    ctx,
    updated.filter(({ was_skipped }) => was_skipped).map(({ email }) => ({ kind: "lead.updated", email, data: { fields: ["import"] } })),
  );
}

/** Removes referrers that an import added, unless they were changed since. Returns the emails of the leads. */
export async function removeReferrers(ctx: Context, added: readonly { email: string; referrer: string }[]): Promise<Set<string>> {
  if (added.length === 0) return new Set();
  const { db, projectId } = ctx;
  const removed = await queryRows<{ email: string }>(
    db,
    sql`update leads l set referred_by = null, referral_bonus_applied = null, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as v (email text, referrer text)
      where l.project_id = ${projectId} and l.email = v.email and l.referred_by = v.referrer and l.referral_bonus_applied = 0
      returning l.email`,
  );
  const emails = new Set(removed.map(({ email }) => email));
  const referrers = added.flatMap(({ email, referrer }) => (emails.has(email) ? [referrer] : []));
  await markLeadsChanged(ctx, referrers);
  await recordLeadChanges(ctx, referrers);
  return emails;
}
