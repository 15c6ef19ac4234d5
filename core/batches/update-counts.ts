import { sql } from "drizzle-orm";
import type { Context } from "../context";

/** How much the counts of a batch change. */
type CountChange = { codeCount: number; totalAllowedClaims: number };

/** Updates the counts of batches in the transaction that changes their codes. Batches are locked after codes and leads, in the order of their ids. */
export async function updateBatchCounts({ db, projectId }: Context, changes: ReadonlyMap<string, CountChange>): Promise<void> {
  const items = [...changes].map(([id, { codeCount, totalAllowedClaims }]) => ({
    id,
    codes: codeCount,
    allowed_claims: totalAllowedClaims,
  }));
  if (items.length === 0) return;
  await db.execute(
    sql`with changed as (
        select b.id, change.codes, change.allowed_claims
        from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as change (id uuid, codes int, allowed_claims bigint)
        join batches b on b.project_id = ${projectId} and b.id = change.id order by b.id for no key update of b
      )
      update batches b set code_count = b.code_count + changed.codes, total_allowed_claims = b.total_allowed_claims + changed.allowed_claims
      from changed where b.project_id = ${projectId} and b.id = changed.id`,
  );
}

/** Adds up the changes of single codes by batch. */
export function sumChangesByBatch<Row extends { batch_id: string }>(
  codes: readonly Row[],
  getChange: (code: Row) => CountChange,
): Map<string, CountChange> {
  const sums = new Map<string, CountChange>();
  for (const code of codes) {
    const sum = sums.get(code.batch_id) ?? { codeCount: 0, totalAllowedClaims: 0 };
    const change = getChange(code);
    sums.set(code.batch_id, {
      codeCount: sum.codeCount + change.codeCount,
      totalAllowedClaims: sum.totalAllowedClaims + change.totalAllowedClaims,
    });
  }
  return sums;
}
