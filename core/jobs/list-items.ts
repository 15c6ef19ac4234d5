import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { everyOne } from "../sql";
import type { From, Thing } from "./work";

/** Things that are named one by one. */
export function listNamed(named: readonly string[], { after, limit }: From): Thing[] {
  const begin = Number(after ?? 0);
  return named.slice(begin, begin + limit).map((id, i) => ({ id, at: String(begin + i + 1) }));
}

/** Rows of `from` that meet `conditions`, in the order of what identifies them in a project. */
export async function listMatching(
  { db }: Context,
  { from, id, project, conditions }: { from: SQL; id: SQL; project: SQL; conditions: readonly SQL[] },
  { after, limit }: From,
): Promise<Thing[]> {
  const further = after === null ? [] : [sql`${id} > ${after}`];
  const found = await rows<{ id: string }>(
    db,
    sql`select ${id} as id from ${from} where ${everyOne([...conditions, ...further])} order by ${project}, ${id} limit ${limit}`,
  );
  return found.map((each) => ({ id: each.id, at: each.id }));
}
