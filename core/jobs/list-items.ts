import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { joinAnd } from "../sql";
import type { JobItem, ListRange } from "./handler";

/** Lists a range of explicit IDs. */
export function sliceIds(ids: readonly string[], { after, limit }: ListRange): JobItem[] {
  const start = Number(after ?? 0);
  return ids.slice(start, start + limit).map((id, i) => ({ id, position: String(start + i + 1) }));
}

/** Lists a range of the rows of `from` that match `conditions`, ordered by their ID. */
export async function listMatchingRows(
  { db }: Context,
  { from, id, project, conditions }: { from: SQL; id: SQL; project: SQL; conditions: readonly SQL[] },
  { after, limit }: ListRange,
): Promise<JobItem[]> {
  const cursorCondition = after === null ? [] : [sql`${id} > ${after}`];
  const matches = await queryRows<{ id: string }>(
    db,
    sql`select ${id} as id from ${from} where ${joinAnd([...conditions, ...cursorCondition])} order by ${project}, ${id} limit ${limit}`,
  );
  return matches.map(({ id }) => ({ id, position: id }));
}
