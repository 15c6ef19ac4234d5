import { sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import { batches } from "@/db/schema";
import { type BinDeletion, keepsDeleted, saveBatch } from "../bin/entries";
import { deleteLockedCodes } from "../codes/delete";
import { lockCodes } from "../codes/record";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import type { Job, JobHandler } from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countBatchCodes, getBatchSummary, listBatchCodes } from "./record";
import { updateBatch } from "./update";

type DeleteBatchParams = { batch: string; bin?: boolean | undefined };

/**
 * Deletes a batch with its codes. A large batch is deleted by a background job and paused right away, so that no one claims a code that is
 * about to be deleted. With `bin`, it can be restored. Throws `batch_not_found`.
 */
export async function deleteBatch(
  ctx: Context,
  batchId: string,
  { runInBackground = false, bin = false }: { runInBackground?: boolean; bin?: boolean | undefined } = {},
): Promise<JobRecord> {
  const { id, name } = await getBatchSummary(ctx, batchId);
  return startJob(ctx, deleteBatchHandler, { kind: "batch.delete", params: { batch: id, bin }, batch: { id, name }, runInBackground });
}

export const deleteBatchHandler: JobHandler<DeleteBatchParams> = {
  total: (ctx, { params }) => countBatchCodes(ctx, params.batch),
  async prepare(ctx, job) {
    await getBin(ctx, job);
    await updateBatch(ctx, job.params.batch, { paused: true });
  },
  list: (ctx, { params }, range) => listBatchCodes(ctx, params.batch, range),
  async process(ctx, job, keys) {
    const bin = await getBin(ctx, job);
    const locked = await lockCodes(ctx, keys, "deletion");
    await deleteLockedCodes(ctx, locked, bin);
    return { changed: locked.length, tally: { claims: locked.reduce((sum, code) => sum + code.claims, 0) } };
  },
  async finish(ctx, job, { changed, tally }) {
    const { db, projectId } = ctx;
    const { params } = job;
    await deleteRestoredCodes(ctx, job);
    await db.execute(sql`update sends set batch_id = null where project_id = ${projectId} and batch_id = ${params.batch}`);
    const [deleted] = await db
      .delete(batches)
      .where(sql`project_id = ${projectId} and id = ${params.batch}`)
      .returning({ name: batches.name });
    // Two jobs can delete the same batch; only one of them records it.
    if (deleted)
      await recordEvent(ctx, {
        kind: "batch.deleted",
        data: { batch: params.batch, name: deleted.name, codes: changed, claims: tally.claims ?? 0, ...(params.bin && { bin: true }) },
      });
  },
};

/** Returns where the deleted codes go, after saving their batch there before anything of it changes. Null if they are deleted permanently. */
async function getBin(ctx: Context, { id, params }: Job<DeleteBatchParams>): Promise<(BinDeletion & { isBatch: true }) | null> {
  if (!params.bin || !(await keepsDeleted(ctx))) return null;
  await saveBatch(ctx, params.batch, { deletionId: id });
  return { deletionId: id, isBatch: true };
}

/** Deletes the codes that were restored to the batch while it was being deleted. From here on, no more can be. */
async function deleteRestoredCodes(ctx: Context, job: Job<DeleteBatchParams>): Promise<void> {
  const { batch } = job.params;
  await ctx.db.execute(sql`select from batches where project_id = ${ctx.projectId} and id = ${batch} for update`);
  for (;;) {
    const rest = await listBatchCodes(ctx, batch, { after: null, limit: 1000 });
    if (rest.length === 0) return;
    const keys = rest.map(({ id }) => id);
    await deleteLockedCodes(ctx, await lockCodes(ctx, keys, "deletion"), await getBin(ctx, job));
  }
}
