import { sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import { batches } from "@/db/schema";
import { deleteLockedCodes } from "../codes/delete";
import { lockCodes } from "../codes/record";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import type { JobHandler } from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countBatchCodes, getBatchSummary, listBatchCodes } from "./record";
import { updateBatch } from "./update";

type DeleteBatchParams = { batch: string };

/**
 * Deletes a batch with its codes. A large batch is deleted by a background job and paused right away, so that no one claims a code that is
 * about to be deleted. Throws `batch_not_found`.
 */
export async function deleteBatch(ctx: Context, batchId: string, { runInBackground = false } = {}): Promise<JobRecord> {
  const { id, name } = await getBatchSummary(ctx, batchId);
  return startJob(ctx, deleteBatchHandler, { kind: "batch.delete", params: { batch: id }, batch: { id, name }, runInBackground });
}

export const deleteBatchHandler: JobHandler<DeleteBatchParams> = {
  total: (ctx, { params }) => countBatchCodes(ctx, params.batch),
  prepare: async (ctx, { params }) => void (await updateBatch(ctx, params.batch, { paused: true })),
  list: (ctx, { params }, range) => listBatchCodes(ctx, params.batch, range),
  async process(ctx, _, keys) {
    const locked = await lockCodes(ctx, keys, "deletion");
    await deleteLockedCodes(ctx, locked);
    return { changed: locked.length, tally: { claims: locked.reduce((sum, code) => sum + code.claims, 0) } };
  },
  async finish(ctx, { params }, { changed, tally }) {
    const { db, projectId } = ctx;
    await db.execute(sql`update sends set batch_id = null where project_id = ${projectId} and batch_id = ${params.batch}`);
    const [deleted] = await db
      .delete(batches)
      .where(sql`project_id = ${projectId} and id = ${params.batch}`)
      .returning({ name: batches.name });
    // Two jobs can delete the same batch; only one of them records it.
    if (deleted)
      await recordEvent(ctx, {
        kind: "batch.deleted",
        data: { batch: params.batch, name: deleted.name, codes: changed, claims: tally.claims ?? 0 },
      });
  },
};
