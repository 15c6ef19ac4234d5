import { sql } from "drizzle-orm";
import type { BatchRecord } from "@/contract/batches";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { batchRecord, selectBatches } from "./record";

/** Returns a batch. Throws `batch_not_found`. */
export async function getBatch(ctx: Context, id: string): Promise<BatchRecord> {
  const [row] = await selectBatches(ctx, sql`where b.project_id = ${ctx.projectId} and b.id = ${id}`);
  if (!row) throw new ApiError("batch_not_found");
  return batchRecord(row);
}
