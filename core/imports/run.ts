import { sql } from "drizzle-orm";
import type { ImportSettings } from "@/contract/import-settings";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import type { Job, JobHandler } from "../jobs/handler";
import { generateReferralCode, lockLeads } from "../leads/record";
import { insertWaitlistChanges } from "../leads/waitlist";
import { storeConsentText } from "../projects/consent";
import { restoreSuppressions } from "../suppressions/erased";
import { hasReferrers, referrerPrefix, referrerRows, saveReferrers } from "./referrers";
import { type RowLead, rowConsent } from "./row-lead";
import {
  type ImportableRow,
  type ImportJobParams,
  isOneOf,
  joinsWaitlist,
  listFilledRows,
  type RowResult,
  readImport,
  readRows,
  rowItems,
} from "./rows";
import { importSuppressions } from "./run-suppressions";
import { addSuppressions, importedFrom } from "./suppressions";
import { updateExistingLeads } from "./update-existing";

const isPending = sql`r.outcome in ('new', 'existing') and r.result is null`;
const pendingRows = rowItems(isPending);

const importedEvents = { leads: "leads.imported", suppressions: "suppressions.imported" } as const;

/**
 * Writes the leads of checked rows. A chunk and its progress are one transaction, so each row is imported once. Nothing is queued, because an
 * import emails no one, and one event is recorded for the whole import.
 */
export const runHandler: JobHandler<ImportJobParams> = {
  async total(ctx, job) {
    const totals = [await pendingRows.total(ctx, job), (await hasReferrers(ctx, job)) ? await referrerRows.total(ctx, job) : 0];
    return totals.reduce((sum, total) => sum + total, 0);
  },
  // Referrers can be later in the file than those whom they referred, so they are saved after all rows.
  async list(ctx, job, { after, limit }) {
    const isRows = !after?.startsWith(referrerPrefix);
    const rows = isRows ? await pendingRows.list(ctx, job, { after, limit }) : [];
    if (rows.length === limit || !(await hasReferrers(ctx, job))) return rows;
    const afterReferrer = isRows ? null : (after?.slice(referrerPrefix.length) ?? null);
    const referrers = await referrerRows.list(ctx, job, { after: afterReferrer, limit: limit - rows.length });
    return [...rows, ...referrers.map(({ id }) => ({ id: referrerPrefix + id, position: referrerPrefix + id }))];
  },
  async process(ctx, job, ids) {
    const { kind, settings, started_at, file_name } = await readImport(ctx, job);
    if (settings === null || started_at === null) throw new Error("The import has not started");
    const numbers = ids.filter((id) => !id.startsWith(referrerPrefix));
    const rows = (await readRows(ctx, job, numbers, ["row", "email", "lead"], isPending)).flatMap(({ row, email, lead }) =>
      // The row of a lead that was deleted after the check is empty.
      email === null || lead === null ? [] : [{ row, email, lead }],
    );
    const results =
      kind === "suppressions"
        ? await importSuppressions(ctx, job, rows, file_name)
        : await importLeads(ctx, job, rows, { settings, startedAt: isoTimestamp(started_at), fileName: file_name });
    const count = (result: RowResult["result"]) => results.filter((each) => each.result === result).length;
    await ctx.db.execute(
      sql`update import_rows r set result = d.result, referral_code = d.referral_code, changes = d.changes
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as d (row int, result text, referral_code text, changes jsonb)
        where r.project_id = ${ctx.projectId} and r.import_id = ${job.params.importId} and r.row = d.row and ${isOneOf(numbers)}`,
    );
    await ctx.db.execute(
      sql`update imports set created_count = created_count + ${count("created")}::int, updated_count = updated_count + ${count("updated")}::int,
        skipped_count = skipped_count + ${count("skipped")}::int, updated_at = now() where project_id = ${ctx.projectId} and id = ${job.params.importId}`,
    );
    const missingReferrers = await saveReferrers(
      ctx,
      job,
      ids.filter((id) => id.startsWith(referrerPrefix)).map((id) => id.slice(referrerPrefix.length)),
    );
    return { changed: count("created") + count("updated"), tally: { missingReferrers } };
  },
  async finish(ctx, job, { tally }) {
    await ctx.db.execute(
      sql`update imports set counts = counts || jsonb_build_object('missingReferrers', ${tally.missingReferrers ?? 0}::int)
        where project_id = ${ctx.projectId} and id = ${job.params.importId}`,
    );
    await ctx.db.execute(
      sql`update imports set status = 'completed', updated_at = now() where project_id = ${ctx.projectId} and id = ${job.params.importId}`,
    );
    const { kind, file_name: fileName, created_count: created, updated_count: updated } = await readImport(ctx, job);
    await recordEvent(ctx, { kind: importedEvents[kind], data: { import: job.params.importId, fileName, created, updated } });
  },
};

type ImportOptions = { settings: ImportSettings; startedAt: string; fileName: string };

async function importLeads(
  ctx: Context,
  job: Job<ImportJobParams>,
  rows: readonly ImportableRow[],
  options: ImportOptions,
): Promise<RowResult[]> {
  const { created, existing } = await createLeads(ctx, job, rows, options);
  const results: RowResult[] = [...created, ...(await updateExistingLeads(ctx, existing, options.settings, options.fileName))];
  const imported = new Set(results.map(({ row }) => row));
  await addSuppressions(
    ctx,
    rows.filter(({ row }) => imported.has(row)),
    results,
    importedFrom(options.fileName),
  );
  return results;
}

const maxAttempts = 5;

/** Creates the leads that don't exist, and locks the others. Leaves out those who were deleted since the rows were read. */
async function createLeads(
  ctx: Context,
  job: Job<ImportJobParams>,
  rows: readonly ImportableRow[],
  { settings, startedAt, fileName }: ImportOptions,
): Promise<{ created: RowResult[]; existing: ImportableRow[] }> {
  const consents = new Map<string, string | null>(rows.map(({ lead }) => [rowConsent(lead, settings), null]));
  for (const text of consents.keys()) if (text !== "") consents.set(text, await storeConsentText(ctx, text));
  const created: RowResult[] = [];
  const existing: ImportableRow[] = [];
  let pending = [...rows];
  // A lead that isn't created was just created by someone else, or its referral code is taken.
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt === maxAttempts) throw new Error(`Couldn't find unused referral codes in ${maxAttempts} attempts`);
    const locked = new Set(
      await lockLeads(
        ctx,
        pending.map(({ email }) => email),
      ),
    );
    existing.push(...pending.filter(({ email }) => locked.has(email)));
    const missing = pending.filter(({ email }) => !locked.has(email));
    // The locks wait for deletions in progress, which empty the rows.
    const filled = await listFilledRows(
      ctx,
      job,
      missing.map(({ row }) => row),
    );
    pending = missing.filter(({ row }) => filled.has(row));
    const codes = await insertLeads(ctx, pending, { settings, startedAt, fileName, consents, isRetry: attempt > 0 });
    for (const { row, email } of pending) {
      const code = codes.get(email);
      if (code !== undefined) created.push({ row, result: "created", referral_code: code });
    }
    pending = pending.filter(({ email }) => !codes.has(email));
  }
  return { created, existing };
}

/** Inserts leads, and returns the referral codes of those that were inserted, by email. `consents` are the IDs of the consent texts. */
async function insertLeads(
  { db, projectId }: Context,
  rows: readonly ImportableRow[],
  {
    settings,
    startedAt,
    fileName,
    consents,
    isRetry,
  }: ImportOptions & {
    consents: ReadonlyMap<string, string | null>;
    /** Whether referral codes of the file may have been taken since the check. */
    isRetry: boolean;
  },
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const values = rows.map(({ row, email, lead }) => {
    const consentId = consents.get(rowConsent(lead, settings)) ?? null;
    const createdAt = lead.createdAt ?? startedAt;
    return {
      ...{ email, firstname: lead.firstname, lastname: lead.lastname, notes: lead.notes ?? "", source_tag: lead.sourceTag || null },
      tags: lead.tags ?? [],
      ...{ answers: lead.answers ?? {}, referral_code: (!isRetry && lead.referralCode) || generateReferralCode(), created_at: createdAt },
      status: lead.isUnconfirmed ? "unconfirmed" : "active",
      ...{ confirmed_at: lead.isConfirmed && !lead.isUnconfirmed ? (lead.confirmedAt ?? lead.consentedAt ?? createdAt) : null },
      // With the time of a change, a lead who isn't on the waitlist has left it.
      ...{
        has_waited: joinsWaitlist(lead, settings) || (lead.leftWaitlist === true && !lead.isUnconfirmed && settings.waitlist !== "none"),
      },
      ...{ on_waitlist: joinsWaitlist(lead, settings), sort_key: waitlistSortKey(lead, row, { startedAt, settings }) },
      ...{ consent_id: consentId, consented_at: consentId !== null ? (lead.consentedAt ?? createdAt) : null },
    };
  });
  const inserted = await queryRows<RowOf<typeof leads, "email" | "referral_code">>(
    db,
    sql`with inserted as (
        insert into leads (project_id, email, firstname, lastname, notes, status, on_waitlist, waitlist_sort_key, waitlist_changed_at, source, source_tag,
          answers, tags, referral_code, consent_id, consented_at, created_at, confirmed_at, confirmed_by, confirmed_from)
        select ${projectId}::int, v.email, v.firstname, v.lastname, v.notes, v.status, v.on_waitlist, v.sort_key, case when v.has_waited then v.created_at end,
          'import', v.source_tag, v.answers, v.tags, v.referral_code, v.consent_id, v.consented_at, v.created_at,
          v.confirmed_at, case when v.confirmed_at is not null then 'import' end, case when v.confirmed_at is not null then ${fileName || "a file"}::text end
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, firstname text, lastname text, notes text, status text, on_waitlist boolean, has_waited boolean,
          sort_key numeric, source_tag text, answers jsonb, tags text[], referral_code text, consent_id text, consented_at timestamptz, created_at timestamptz, confirmed_at timestamptz)
        order by v.email
        on conflict do nothing
        returning project_id, email, referral_code, waitlist_sort_key, on_waitlist
      ), waitlist_change as (
        ${insertWaitlistChanges(sql`inserted where on_waitlist`, 1)}
      ), ${restoreSuppressions(sql`select project_id, email from inserted`)}
      select email, referral_code from inserted`,
  );
  return new Map(inserted.map((lead) => [lead.email, lead.referral_code]));
}

/**
 * Where a lead is in the waitlist: behind everyone who waits, in the order of their positions, their dates or the file. Ordered by date, those with
 * a date and no position are where they would be had they signed up here.
 */
function waitlistSortKey(
  { createdAt, position }: RowLead,
  row: number,
  { startedAt, settings }: Pick<ImportOptions, "startedAt" | "settings">,
): string {
  const isByDate = settings.waitlistOrder !== "end" && createdAt !== undefined && position === undefined;
  const time = Date.parse(isByDate ? createdAt : startedAt);
  // Positions have 9 digits, and times since 1900 have 14.
  const order = position ?? (createdAt === undefined ? 900_000_000_000_000 + row : 10_000_000_000_000 + Date.parse(createdAt));
  return `${time}000.${String(order).padStart(15, "0")}${String(row).padStart(7, "0")}`;
}
