import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { batches } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { JobItem, ListRange } from "../jobs/handler";

export type BatchSummary = { id: string; name: string; code_count: number; valid_from: string | null };

/** Returns a batch without counting its claims. Throws `batch_not_found`. */
export async function getBatchSummary({ db, projectId }: Context, id: string): Promise<BatchSummary> {
  const [row] = await queryRows<BatchSummary>(
    db,
    sql`select id, name, code_count, valid_from from batches where project_id = ${projectId} and id = ${id}`,
  );
  if (!row) throw new ApiError("batch_not_found");
  return row;
}

/** Returns how many codes a batch has; 0 if it was deleted. */
export async function countBatchCodes({ db, projectId }: Context, id: string): Promise<number> {
  const [row] = await queryRows<RowOf<typeof batches, "code_count">>(
    db,
    sql`select code_count from batches where project_id = ${projectId} and id = ${id}`,
  );
  return row?.code_count ?? 0;
}

/** Lists the codes of a batch in the order they were generated. */
export async function listBatchCodes({ db, projectId }: Context, batch: string, { after, limit }: ListRange): Promise<JobItem[]> {
  return queryRows<JobItem>(
    db,
    sql`select key as id, batch_index::text as position from codes where project_id = ${projectId} and batch_id = ${batch} and batch_index > ${Number(after ?? -1)}::int
      order by project_id, batch_id, batch_index limit ${limit}`,
  );
}
