import { sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { get } from "./find";

/** Pauses every code of a batch at once. Pausing a paused batch changes nothing. Refuses with `batch_not_found`. */
export const pause = (ctx: Context, id: string): Promise<BatchRecord> => setPaused(ctx, id, true);

/** Resumes a batch; codes of it that were paused by themselves stay so. Refuses with `batch_not_found`. */
export const resume = (ctx: Context, id: string): Promise<BatchRecord> => setPaused(ctx, id, false);

function setPaused(ctx: Context, id: string, paused: boolean): Promise<BatchRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const changed = await rows<{ name: string }>(
      db,
      sql`update batches set paused_at = case when ${paused} then now() end, updated_at = now()
        where project_id = ${projectId} and id = ${id} and (paused_at is null) = ${paused} returning name`,
    );
    const batch = await get(inner, id);
    if (changed.length > 0) await recordEvent(inner, { kind: paused ? "batch.paused" : "batch.resumed", data: { batch: id } });
    return batch;
  });
}
