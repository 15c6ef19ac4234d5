import { sql } from "drizzle-orm";
import type { ImportSettings } from "@/contract/import-settings";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";
import { recordEvent, recordEvents } from "../events/record-event";
import type { Job, JobHandler } from "../jobs/handler";
import { joinsWaitlist } from "../leads/added-lead";
import { createMissingLeads } from "../leads/insert-leads";
import { mergeLeads } from "../leads/merge-leads";
import { hasReferrers, referrerPrefix, referrerRows, saveReferrers } from "./referrers";
import {
  type ImportableRow,
  type ImportJobParams,
  listFilledRows,
  type RowResult,
  readImport,
  readRows,
  rowItems,
  savedJson,
  savedText,
  saveRows,
} from "./rows";
import { importSuppressions } from "./run-suppressions";
import { addSuppressions, importedFrom } from "./suppressions";

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
    await saveRows(
      ctx,
      job,
      results,
      sql`result = ${savedText("result")}, referral_code = ${savedText("referral_code")}, changes = ${savedJson("changes")}`,
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

async function importLeads(
  ctx: Context,
  job: Job<ImportJobParams>,
  rows: readonly ImportableRow[],
  { settings, startedAt, fileName }: { settings: ImportSettings; startedAt: string; fileName: string },
): Promise<RowResult[]> {
  const confirmedFrom = fileName || "a file";
  const { created, existing } = await createMissingLeads(
    ctx,
    rows,
    { settings, startedAt, source: "import", confirmedFrom },
    // The locks wait for deletions in progress, which empty the rows.
    async (missing) => {
      const filled = await listFilledRows(
        ctx,
        job,
        missing.map(({ row }) => row),
      );
      return missing.filter(({ row }) => filled.has(row));
    },
  );
  const results: RowResult[] = rows.flatMap(({ row, email }) => {
    const code = created.get(email);
    return code === undefined ? [] : [{ row, result: "created", referral_code: code }];
  });
  results.push(...(await updateExistingLeads(ctx, existing, settings, confirmedFrom)));
  const imported = new Set(results.map(({ row }) => row));
  await addSuppressions(
    ctx,
    rows.filter(({ row }) => imported.has(row)),
    results,
    importedFrom(fileName),
  );
  return results;
}

/** Updates leads that exist, as the settings say. Their referrers are saved later. */
async function updateExistingLeads(
  ctx: Context,
  rows: readonly ImportableRow[],
  settings: ImportSettings,
  confirmedFrom: string,
): Promise<RowResult[]> {
  if (settings.existing === "skip") return rows.map(({ row }) => ({ row, result: "skipped" }));
  const merged = rows.map(({ email, lead }) => ({ email, lead, joinsWaitlist: joinsWaitlist(lead, settings) }));
  const { changes } = await mergeLeads(ctx, merged, { mode: settings.existing, confirmedFrom });
  await recordEvents(
    ctx,
    [...changes.keys()].map((email) => ({ kind: "lead.updated", email, data: { fields: ["import"] } })),
  );
  return rows.map(({ row, email }) => {
    const change = changes.get(email);
    return change ? { row, result: "updated", changes: change } : { row, result: "skipped" };
  });
}
