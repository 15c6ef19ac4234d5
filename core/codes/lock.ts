import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { itemsIn, joinAnd, jsonItems } from "../sql";
import { type CodeRow, codeColumns, codesWithBatches } from "./record";

/** Row locks on codes `c`. Claims wait for both; rows that only reference a code wait for `deletion` alone. */
export const codeLocks = { change: sql`for no key update of c`, deletion: sql`for update of c` } as const;

/**
 * Locks codes by their keys, in key order, and returns those that exist and meet `conditions` on codes `c` and batches `b` once locked.
 * The conditions are in the select list on purpose: in the where clause, a condition that most codes meet would make PostgreSQL compare
 * every code with every key.
 */
export async function lockCodes(
  { db, projectId }: Context,
  keys: readonly string[],
  strength: keyof typeof codeLocks,
  conditions: readonly SQL[] = [],
): Promise<CodeRow[]> {
  const locked = await queryRows<CodeRow & { matches: boolean | null }>(
    db,
    sql`select ${codeColumns}, (${joinAnd([sql`true`, ...conditions])}) as matches from ${codesWithBatches}
      where c.project_id = ${projectId} and c.key in ${itemsIn(keys)} order by c.key ${codeLocks[strength]}`,
  );
  return locked.filter((code) => code.matches);
}

/**
 * The condition that a row of `codes` is one of the locked ones. Goes through ctid so that each code is looked up by its key: right after
 * a bulk insert, PostgreSQL's statistics are too old for it to choose that plan itself.
 */
export const isLockedCode = ({ projectId }: Context, codes: readonly CodeRow[]): SQL => sql`ctid = any(array(
  select locked.row_id from ${jsonItems(codes.map(({ key }) => key))},
    lateral (select k.ctid as row_id from codes k where k.project_id = ${projectId} and k.key = items.item offset 0) as locked))`;
