import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";

/** All of `conditions` at once. */
export const everyOne = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);

/** Counts the rows of `from` that meet `conditions`, as `total`; where `most` is given, no further than that, which takes the same time however many there are. */
export function countingOf(from: SQL, conditions: readonly SQL[], most?: number): SQL {
  const matching = sql`from ${from} where ${everyOne(conditions)}`;
  return most === undefined
    ? sql`select count(*) as total ${matching}`
    : sql`select count(*) as total from (select ${matching} limit ${most}) as counted`;
}

/** How many rows of `from` meet `conditions`, counted no further than `most` where that is given. */
export async function totalOf(db: Database, from: SQL, conditions: readonly SQL[], most?: number): Promise<number> {
  const [row] = await rows<{ total: string }>(db, countingOf(from, conditions, most));
  return Number(row?.total ?? 0);
}

/** A `like` pattern that finds `text` as it stands, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A `like` pattern that finds what begins with `text`. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A list of texts as one parameter, read back in order as `item` and `position` (from 1). */
export const each = (texts: readonly string[]): SQL =>
  sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as each (item, position)`;
