import { sql } from "drizzle-orm";
import type { Context } from "../context";

/** By how much a batch's numbers change: the codes of it that there are, and the claims that those allow in all. */
export type Difference = { codes: number; uses: number };

/** Changes the numbers that batches keep of their codes, in the transaction that changes the codes; batches are locked after codes and leads, by id. */
export async function countInBatches({ db, projectId }: Context, differences: ReadonlyMap<string, Difference>): Promise<void> {
  const listed = [...differences].map(([id, difference]) => ({ id, ...difference }));
  if (listed.length === 0) return;
  await db.execute(
    sql`with changed as (
        select b.id, difference.codes, difference.uses
        from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as difference (id uuid, codes int, uses bigint)
        join batches b on b.project_id = ${projectId} and b.id = difference.id order by b.id for no key update of b
      )
      update batches b set codes = b.codes + changed.codes, uses = b.uses + changed.uses
      from changed where b.project_id = ${projectId} and b.id = changed.id`,
  );
}

/** Adds up, batch by batch, what `of` says of each code. */
export function differencesOf<Row extends { batch_id: string }>(
  codes: readonly Row[],
  of: (code: Row) => Difference,
): Map<string, Difference> {
  const sums = new Map<string, Difference>();
  for (const code of codes) {
    const sum = sums.get(code.batch_id) ?? { codes: 0, uses: 0 };
    const more = of(code);
    sums.set(code.batch_id, { codes: sum.codes + more.codes, uses: sum.uses + more.uses });
  }
  return sums;
}
