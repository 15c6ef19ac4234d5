import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { BulkUpdateBatchesReply, bulkUpdateBatchesEndpoint } from "@/contract/batches";
import { queryRows } from "@/db/query";
import { type codeLocks, lockCodes } from "../codes/record";
import { type Context, inTransaction } from "../context";
import { inlineLimit } from "../jobs/start";
import { uuidsIn } from "../sql";
import { deleteBatch } from "./delete";
import { extendBatch } from "./extend";
import { listBatchCodes } from "./record";
import { updateBatch } from "./update";

type BulkUpdateBatchesInput = z.output<typeof bulkUpdateBatchesEndpoint.body>;

/**
 * Pauses, resumes, extends or deletes batches: all of them, or none if one doesn't exist. Extending and deleting start one background job
 * for each batch; the worker runs them if the batches have many codes together. Throws `batch_not_found`, and `invalid_input` when the end date isn't after the start date of one of the batches.
 */
export function bulkUpdateBatches(
  ctx: Context,
  { action, batches, bin, ...extension }: BulkUpdateBatchesInput,
): Promise<BulkUpdateBatchesReply> {
  // Always in the same order, so that two requests wait for each other instead of deadlocking.
  const ids = [...new Set(batches)].sort();
  return inTransaction(ctx, async (inner) => {
    const reply: BulkUpdateBatchesReply = { batches: [], jobs: [] };
    const options = { runInBackground: (await countCodes(inner, ids)) > inlineLimit };
    if (!options.runInBackground && (action === "extend" || action === "delete"))
      await lockBatchCodes(inner, ids, action === "delete" ? "deletion" : "change");
    for (const id of ids) {
      if (action === "extend") reply.jobs.push(await extendBatch(inner, { batch: id, ...extension }, options));
      else if (action === "delete") reply.jobs.push(await deleteBatch(inner, id, { ...options, bin }));
      else reply.batches.push(await updateBatch(inner, id, { paused: action === "pause" }));
    }
    return reply;
  });
}

/** Locks the codes of all batches in one order. Batch by batch, the locks could deadlock with a bulk action on their codes. */
async function lockBatchCodes(ctx: Context, batchIds: readonly string[], strength: keyof typeof codeLocks): Promise<void> {
  const codes = await Promise.all(batchIds.map((id) => listBatchCodes(ctx, id, { after: null, limit: inlineLimit })));
  await lockCodes(
    ctx,
    codes.flat().map(({ id }) => id),
    strength,
  );
}

async function countCodes({ db, projectId }: Context, batchIds: readonly string[]): Promise<number> {
  const [row] = await queryRows<{ codes: number }>(
    db,
    sql`select coalesce(sum(code_count), 0)::int as codes from batches where project_id = ${projectId} and id = any(array${uuidsIn(batchIds)})`,
  );
  return row?.codes ?? 0;
}
