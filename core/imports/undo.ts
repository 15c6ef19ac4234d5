import { sql } from "drizzle-orm";
import { applyTagChange } from "@/contract/tag-change";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { recordEvent, recordEvents } from "../events/record-event";
import { isClaimByNewLead } from "../events/stored-events";
import type { JobHandler } from "../jobs/handler";
import { deleteLockedLeads, lockLeadsForDeletion } from "../leads/delete";
import { type EditableLead, readLeads, restorableFields, saveLeads } from "../leads/merge-leads";
import { lockLeads } from "../leads/record";
import { setOnWaitlist } from "../leads/waitlist";
import { itemsIn } from "../sql";
import { removeReferrers } from "./referrers";
import { type ImportJobParams, type LeadChanges, readImport, readRows, rowItems, type StoredRow, savedText, saveRows } from "./rows";
import { removeSuppressions } from "./suppressions";
import { undoSuppressions } from "./undo-suppressions";

const importedColumns = ["row", "email", "result", "referral_code", "changes"] as const;

type ImportedRow = Pick<StoredRow, (typeof importedColumns)[number]>;

const isImported = sql`r.result in ('created', 'updated')`;

const undoneEvents = { leads: "leads.import_undone", suppressions: "suppressions.import_undone" } as const;

/**
 * Deletes the leads that an import created, and restores what it changed in others. Keeps leads that have claimed a code, were deleted and
 * created again, or were changed since.
 */
export const undoHandler: JobHandler<ImportJobParams> = {
  ...rowItems(isImported),
  async process(ctx, job, numbers) {
    const rows = await readRows(ctx, job, numbers, importedColumns, isImported);
    const { kind, started_at: startedAt } = await readImport(ctx, job);
    const undone = new Set(
      kind === "suppressions"
        ? await undoSuppressions(ctx, rows)
        : [...(await deleteCreatedLeads(ctx, rows, startedAt)), ...(await restoreUpdatedLeads(ctx, rows))],
    );
    const results = rows.map(({ row }) => ({ row, result: undone.has(row) ? "undone" : "kept" }));
    await saveRows(ctx, job, results, sql`result = ${savedText("result")}`);
    const { projectId } = ctx;
    const { importId } = job.params;
    await ctx.db.execute(
      sql`update imports set undone_count = undone_count + ${undone.size}::int, kept_count = kept_count + ${rows.length - undone.size}::int,
        updated_at = now() where project_id = ${projectId} and id = ${importId}`,
    );
    return { changed: undone.size };
  },
  async finish(ctx, job) {
    await ctx.db.execute(
      sql`update imports set status = 'undone', updated_at = now() where project_id = ${ctx.projectId} and id = ${job.params.importId}`,
    );
    const { kind, file_name: fileName } = await readImport(ctx, job);
    await recordEvent(ctx, { kind: undoneEvents[kind], data: { import: job.params.importId, fileName } });
  },
};

/** Deletes the leads that rows created, and returns the numbers of those rows. */
async function deleteCreatedLeads(ctx: Context, rows: readonly ImportedRow[], startedAt: string | null): Promise<number[]> {
  const created = rows.flatMap(({ row, result, email, referral_code }) =>
    result === "created" && email !== null && referral_code !== null ? [{ row, email, referral_code }] : [],
  );
  // A lead that was deleted and signed up again has another referral code.
  const isSameLead = sql`not l.has_claimed and exists (select from jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as c (email text, referral_code text)
    where c.email = l.email and c.referral_code = l.referral_code)`;
  const locked = await lockLeadsForDeletion(
    ctx,
    created.map(({ email }) => email),
    [isSameLead],
  );
  const changed = await listChangedLeads(ctx, locked);
  const unchanged = new Set(locked.filter((email) => !changed.has(email)));
  // Before the leads are deleted, which would keep hashes of them.
  const added = addedSuppressions(rows.filter(({ email, result }) => result === "created" && email !== null && unchanged.has(email)));
  await removeSuppressions(ctx, added);
  const suppressed = await listSuppressedSince(ctx, [...unchanged], { startedAt, added });
  const deleted = new Set([...unchanged].filter((email) => !suppressed.has(email)));
  await deleteLockedLeads(ctx, [...deleted]);
  return created.filter(({ email }) => deleted.has(email)).map(({ row }) => row);
}

/**
 * Returns those of locked leads who were changed or signed up since the import, which records no events of leads and emails no one. A sign-up
 * that changes nothing is known by its email.
 */
async function listChangedLeads({ db, projectId }: Context, emails: readonly string[]): Promise<Set<string>> {
  const changed = await queryRows<{ email: string }>(
    db,
    sql`select email from events where project_id = ${projectId} and email in ${itemsIn(emails)} and (kind like 'lead.%' or ${isClaimByNewLead(sql`kind`)})
      union select email from deliveries where project_id = ${projectId} and email in ${itemsIn(emails)} and send_id is null`,
  );
  return new Set(changed.map(({ email }) => email));
}

/**
 * Returns those of locked leads whom another source has suppressed since the import. `added` are the suppressions that it added, without those
 * that were unchanged and have been removed.
 */
async function listSuppressedSince(
  { db, projectId }: Context,
  emails: readonly string[],
  { startedAt, added }: { startedAt: string | null; added: readonly { email: string }[] },
): Promise<Set<string>> {
  const imported = added.map(({ email }) => email);
  const suppressed = await queryRows<{ email: string }>(
    db,
    sql`select email from suppressions where project_id = ${projectId} and email in ${itemsIn(emails)}
      and (created_at >= ${startedAt}::timestamptz or email in ${itemsIn(imported)})`,
  );
  return new Set(suppressed.map(({ email }) => email));
}

/** Restores the leads that rows changed, and returns the numbers of the rows that had something to restore. */
async function restoreUpdatedLeads(ctx: Context, rows: readonly ImportedRow[]): Promise<number[]> {
  const updated = rows.flatMap(({ row, result, email, changes }) =>
    result === "updated" && email !== null && changes !== null ? [{ row, email, changes }] : [],
  );
  if (updated.length === 0) return [];
  const emails = updated.map(({ email }) => email);
  await lockLeads(ctx, emails);
  const current = await readLeads(ctx, emails);
  const allowed = await removeSuppressions(ctx, addedSuppressions(updated));
  const withoutReferrer = await removeReferrers(
    ctx,
    updated.flatMap(({ email, changes: { referrer } }) => (referrer === undefined ? [] : [{ email, referrer }])),
  );
  const restored: EditableLead[] = [];
  const leaving: string[] = [];
  const numbers: number[] = [];
  for (const { row, email, changes } of updated) {
    const lead = current.get(email);
    if (!lead) continue;
    const previous = restoreLead(lead, changes);
    const leaves = changes.joinedWaitlist && lead.on_waitlist;
    if (previous) restored.push(previous);
    if (leaves) leaving.push(email);
    if (previous || leaves || allowed.has(email) || withoutReferrer.has(email)) numbers.push(row);
  }
  await saveLeads(ctx, restored);
  await setOnWaitlist(ctx, leaving, false);
  await recordEvents(
    ctx,
    [...new Set([...restored.map(({ email }) => email), ...leaving, ...withoutReferrer])].map((email) => ({
      kind: "lead.updated",
      email,
      data: { fields: ["import"] },
    })),
  );
  return numbers;
}

const addedSuppressions = (rows: readonly Pick<ImportedRow, "email" | "changes">[]) =>
  rows.flatMap(({ email, changes }) => (email !== null && changes?.suppression ? [{ email, suppression: changes.suppression }] : []));

/** Returns a lead with the values before the import, where they are still those of the import. Returns null if none is. */
function restoreLead(lead: EditableLead, { fields, answers, addedTags = [] }: LeadChanges): EditableLead | null {
  const previous = structuredClone(lead);
  let hasChanged = false;
  for (const [name, [before, after]] of Object.entries(fields))
    if (restorableFields.some((field) => field === name && lead[field] === after)) {
      Object.assign(previous, { [name]: before });
      hasChanged = true;
    }
  for (const [key, [before, after]] of Object.entries(answers))
    if (lead.answers[key] === after) {
      if (before === null) delete previous.answers[key];
      else previous.answers[key] = before;
      hasChanged = true;
    }
  const { tags, removed } = applyTagChange(lead.tags, { removeTags: addedTags });
  if (removed.length > 0) {
    previous.tags = tags;
    hasChanged = true;
  }
  return hasChanged ? previous : null;
}
