import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { anyOf, each, everyOne } from "../sql";
import { type CodeRow, codeColumns, codesWithBatches } from "./wire";

/** How codes are locked for what is done to them: claims wait for either, and what only refers to a code for its deletion alone. */
export const locks = { change: sql`for no key update of c`, deletion: sql`for update of c` } as const;

/**
 * Locks codes by their identities, in the order of those, and answers the ones that exist and meet `conditions` on codes `c` of batches `b`.
 * These are asked of a code as it is once it is locked. They do not say which rows are read: with them the database would, for one that
 * most codes meet, compare every code with every identity.
 */
export async function lockCodes(
  { db, projectId }: Context,
  keys: readonly string[],
  strength: keyof typeof locks,
  conditions: readonly SQL[] = [],
): Promise<CodeRow[]> {
  const found = await rows<CodeRow & { meets: boolean | null }>(
    db,
    sql`select ${codeColumns}, (${everyOne([sql`true`, ...conditions])}) as meets from ${codesWithBatches}
      where c.project_id = ${projectId} and c.key in ${anyOf(keys)} order by c.key ${locks[strength]}`,
  );
  return found.filter((code) => code.meets);
}

/**
 * The condition that a row of `codes` is one of those, which the caller's transaction has locked. Each is looked up by its identity alone and
 * then found by its place: of a table that grew a moment ago the database knows too little to choose that way by itself.
 */
export const areLocked = ({ projectId }: Context, codes: readonly CodeRow[]): SQL => sql`ctid = any(array(
  select found.place from ${each(codes.map(({ key }) => key))},
    lateral (select f.ctid as place from codes f where f.project_id = ${projectId} and f.key = each.item offset 0) as found))`;
