import { sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { Refusal } from "../refusal";
import { type BatchRow, batchColumns, batchesCounted, batchRecord } from "./wire";

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
    const [row] = await rows<BatchRow>(
      db,
      sql`select ${batchColumns} from ${batchesCounted} where b.project_id = ${projectId} and b.id = ${id}`,
    );
    if (!row) throw new Refusal("batch_not_found");
    if (changed.length > 0) await recordEvent(inner, { kind: paused ? "batch.paused" : "batch.resumed", data: { batch: id } });
    return batchRecord(row);
  });
}
