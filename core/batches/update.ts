import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchRecord, updateBatchEndpoint } from "@/contract/batches";
import { batches } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getBatch } from "./record";

/** Pauses or resumes all codes of a batch. Codes that were paused on their own stay paused. Throws `batch_not_found`. */
export function updateBatch(ctx: Context, id: string, { paused }: z.output<typeof updateBatchEndpoint.body>): Promise<BatchRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const changed = await db
      .update(batches)
      .set({ pausedAt: paused ? sql`now()` : null, updatedAt: sql`now()` })
      .where(sql`project_id = ${projectId} and id = ${id} and (paused_at is null) = ${paused}`)
      .returning({ id: batches.id });
    const batch = await getBatch(inner, id);
    if (changed.length > 0) await recordEvent(inner, { kind: paused ? "batch.paused" : "batch.resumed", data: { batch: id } });
    return batch;
  });
}
