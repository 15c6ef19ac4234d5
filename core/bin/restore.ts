import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { restoreFromBinEndpoint } from "@/contract/bin";
import type { ErrorName } from "@/contract/errors";
import type { JobRecord } from "@/contract/jobs";
import { queryRows, type RowOf } from "@/db/query";
import type { binEntries } from "@/db/schema";
import type { PluralForms } from "@/lib/plural";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record-event";
import {
  addTallies,
  type ChunkResult,
  type JobError,
  type JobHandler,
  type JobItem,
  skippedRecordsError,
  type Tally,
} from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countRows, uuidsIn } from "../sql";
import { deleteCachedStat } from "../stats/cached-stat";
import { batchClaimCount } from "../stats/counts";
import { isRestorable } from "./entries";
import { restoreCodes } from "./restore-codes";
import { restoreLeads } from "./restore-leads";
import { insertSaved } from "./restore-rows";

/** Single entries, and deletions as a whole: batches, or everything that one job deleted. */
export type BinSelection = { entries: string[]; deletions: string[] };

/** The condition that an entry `e` is selected. */
export const isSelected = ({ projectId }: Context, { entries, deletions }: BinSelection): SQL =>
  sql`e.project_id = ${projectId} and (e.id in ${uuidsIn(entries)} or e.deletion_id in ${uuidsIn(deletions)})`;

type SelectedEntry = RowOf<typeof binEntries, "id" | "kind" | "key" | "label" | "deletion_id"> & { is_running: boolean };

/**
 * Selects entries. A batch is treated as its whole deletion. Throws `bin_entry_not_found` if there is none, and `deletion_in_progress`
 * while a selected deletion is running.
 */
export async function selectEntries(
  ctx: Context,
  { entries, deletion }: { entries?: string[] | undefined; deletion?: string | undefined },
): Promise<{ selection: BinSelection; batch: { id: string; name: string } | undefined }> {
  const isChosen = isSelected(ctx, { entries: entries ?? [], deletions: deletion ? [deletion] : [] });
  const selected = await queryRows<SelectedEntry>(
    ctx.db,
    sql`select e.id, e.kind, e.key, e.label, e.deletion_id,
        exists (
          select from background_jobs j where j.project_id = e.project_id and j.id = e.deletion_id and j.ended_at is null
        ) as is_running
      from bin_entries e where ${isChosen} and ${isRestorable}
      order by e.kind <> 'batch' limit ${entries ? entries.length : 1}`,
  );
  if (selected.length === 0) throw new ApiError("bin_entry_not_found");
  const batches = selected.filter(({ kind }) => kind === "batch");
  const [batch] = batches;
  const deletions = deletion ? [deletion] : batches.map((entry) => entry.deletion_id);
  const isInProgress = selected.some((entry) => entry.is_running && deletions.includes(entry.deletion_id));
  if (isInProgress) throw new ApiError("deletion_in_progress");
  return {
    selection: { entries: entries ?? [], deletions },
    batch: batch && selected.length === 1 ? { id: batch.key, name: batch.label } : undefined,
  };
}

type RestoreInput = z.output<typeof restoreFromBinEndpoint.body>;

/** Restores entries of the bin, or everything that a job deleted. Larger restores run as a background job. Returns the job. */
export function restoreFromBin(ctx: Context, input: RestoreInput): Promise<JobRecord> {
  return inTransaction(ctx, async (inner) => {
    const { selection, batch } = await selectEntries(inner, input);
    return startJob(inner, restoreHandler, { kind: "bin.restore", params: selection, ...(batch && { batch }) });
  });
}

const isRestored = (ctx: Context, selection: BinSelection): SQL =>
  sql`${isSelected(ctx, selection)} and e.kind <> 'batch' and ${isRestorable}`;

export const restoreHandler: JobHandler<BinSelection> = {
  total: (ctx, { params }) => countRows(ctx.db, sql`bin_entries e`, [isRestored(ctx, params)]),
  // What was deleted last comes first, so that everything finds what it belongs to.
  list: (ctx, { params }, { after, limit }) =>
    queryRows<JobItem>(
      ctx.db,
      sql`select e.id, e.id as position from bin_entries e
        where ${isRestored(ctx, params)} and ${after === null ? sql`true` : sql`e.id < ${after}::uuid`}
        order by e.project_id desc, e.id desc limit ${limit}`,
    ),
  async process(ctx, { params }, ids, isFirst) {
    if (isFirst) await restoreBatches(ctx, params.deletions);
    let result: ChunkResult = { changed: 0 };
    for (const group of await groupByKind(ctx, ids)) {
      const restored = await (group.kind === "lead" ? restoreLeads : restoreCodes)(ctx, group.ids);
      result = { changed: result.changed + restored.changed, tally: addTallies(result.tally ?? {}, restored.tally) };
    }
    return result;
  },
  finish: (ctx, { params }) => removeBatches(ctx, params.deletions),
  error: restoreError,
};

/** Groups entries that follow each other and are of the same kind. */
async function groupByKind({ db, projectId }: Context, ids: readonly string[]): Promise<{ kind: string; ids: string[] }[]> {
  const entries = await queryRows<RowOf<typeof binEntries, "id" | "kind">>(
    db,
    sql`select id, kind from bin_entries where project_id = ${projectId} and id in ${uuidsIn(ids)} order by id desc`,
  );
  const groups: { kind: string; ids: string[] }[] = [];
  for (const { id, kind } of entries) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.ids.push(id);
    else groups.push({ kind, ids: [id] });
  }
  return groups;
}

/** Restores deleted batches without their codes. */
async function restoreBatches(ctx: Context, deletions: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const isBatch = sql`s.project_id = ${projectId} and s.deletion_id in ${uuidsIn(deletions)} and s.kind = 'batch'`;
  const { insert, record } = insertSaved("batches", { code_count: sql`0`, total_allowed_claims: sql`0`, updated_at: sql`now()` });
  await db.execute(sql`${insert} from bin_entries s, ${record} where ${isBatch} on conflict on constraint batches_pkey do nothing`);
  await db.execute(
    sql`update sends x set batch_id = s.key::uuid
      from bin_entries s join bin_rows r on r.project_id = s.project_id and r.entry_id = s.id and r.kind = 'send'
      where ${isBatch} and x.project_id = s.project_id and x.id = (r.row ->> 'id')::uuid`,
  );
}

/** Removes restored batches from the bin. Codes that couldn't be restored become separate entries. */
async function removeBatches(ctx: Context, deletions: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const isDeletion = sql`project_id = ${projectId} and deletion_id in ${uuidsIn(deletions)}`;
  const batches = await queryRows<RowOf<typeof binEntries, "key" | "label">>(
    db,
    sql`delete from bin_entries where ${isDeletion} and kind = 'batch' returning key, label`,
  );
  await db.execute(sql`update bin_entries set is_listed = true where ${isDeletion} and not is_listed`);
  for (const { key } of batches) await deleteCachedStat(ctx, batchClaimCount, key);
  await recordEvents(
    ctx,
    batches.map(({ key, label }) => ({ kind: "batch.restored", data: { batch: key, name: label } })),
  );
}

/** Why records aren't restored, by the name of their count in the tally: the error, and the sentence about them. */
const skipReasons: Readonly<Record<string, { error: ErrorName; sentence: PluralForms }>> = {
  codeExists: {
    error: "code_exists",
    sentence: {
      one: "{n} code stays in the bin because a code with the same letters and digits exists again.",
      other: "{n} codes stay in the bin because codes with the same letters and digits exist again.",
    },
  },
  batchMissing: {
    error: "batch_not_found",
    sentence: {
      one: "{n} code stays in the bin because its batch was deleted. Restore the batch first.",
      other: "{n} codes stay in the bin because their batch was deleted. Restore the batch first.",
    },
  },
  leadExists: {
    error: "lead_exists",
    sentence: {
      one: "{n} lead stays in the bin because there's a lead with this email again.",
      other: "{n} leads stay in the bin because there are leads with these emails again.",
    },
  },
  codeMissing: {
    error: "code_not_found",
    sentence: {
      one: "{n} claim wasn't restored because its code was deleted.",
      other: "{n} claims weren't restored because their codes were deleted.",
    },
  },
  codeExhausted: {
    error: "code_exhausted",
    sentence: {
      one: "{n} claim wasn't restored because its code has no claims left.",
      other: "{n} claims weren't restored because their codes have no claims left.",
    },
  },
  claimedAgain: {
    error: "batch_claimed",
    sentence: {
      one: "{n} claim wasn't restored because the person has claimed another code of its batch.",
      other: "{n} claims weren't restored because the people have claimed other codes of their batches.",
    },
  },
  leadMissing: {
    error: "lead_not_found",
    sentence: {
      one: "{n} claim wasn't restored because the lead was deleted.",
      other: "{n} claims weren't restored because the leads were deleted.",
    },
  },
  externalIdTaken: {
    error: "external_id_exists",
    sentence: {
      one: "{n} was restored without its external ID because another one has it now.",
      other: "{n} were restored without their external IDs because others have them now.",
    },
  },
  reservationLost: {
    error: "code_not_found",
    sentence: {
      one: "{n} code wasn't reserved again because it was changed or deleted.",
      other: "{n} codes weren't reserved again because they were changed or deleted.",
    },
  },
};

/** Explains what wasn't restored. The name is that of the first reason. */
function restoreError(tally: Tally): JobError | null {
  const reasons = Object.entries(skipReasons).flatMap(
    ([name, { error, sentence }]) => skippedRecordsError(error, [[tally[name] ?? 0, sentence]]) ?? [],
  );
  const [first] = reasons;
  return first ? { error: first.error, message: reasons.map(({ message }) => message).join(" ") } : null;
}
