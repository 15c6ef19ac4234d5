import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";

/** All of `conditions` at once. */
export const joinAnd = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);

/** Counts the rows of `from` that meet `conditions`, as `total`; where `most` is given, no further than that, which takes the same time however many there are. */
export function countQuery(from: SQL, conditions: readonly SQL[], most?: number): SQL {
  const matching = sql`from ${from} where ${joinAnd(conditions)}`;
  return most === undefined
    ? sql`select count(*) as total ${matching}`
    : sql`select count(*) as total from (select ${matching} limit ${most}) as counted`;
}

/** How many rows of `from` meet `conditions`, counted no further than `most` where that is given. */
export async function countRows(db: Database, from: SQL, conditions: readonly SQL[], most?: number): Promise<number> {
  return fetchTotal(db, countQuery(from, conditions, most));
}

/** The number that a query answers as `total`. */
export async function fetchTotal(db: Database, query: SQL): Promise<number> {
  const [row] = await rows<{ total: string }>(db, query);
  return Number(row?.total ?? 0);
}

/** A `like` pattern that finds `text` as it stands, anywhere. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A `like` pattern that finds what begins with `text`, or with what `before` stands for and then it. */
export const prefixPattern = (text: string, before = ""): string => `${before}${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The condition that `column`, which sorts byte by byte, begins with `text`, as a range that an index has under any plan; texts that can
 * go no further are left open above.
 */
export function startsWith(column: SQL, text: string): SQL {
  const letters = [...text];
  const last = letters.pop()?.codePointAt(0) ?? 0;
  // Past the letters that stand for half of one.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  const above = next > 0x10ffff ? null : letters.join("") + String.fromCodePoint(next);
  return above === null ? sql`${column} >= ${text}` : sql`(${column} >= ${text} and ${column} < ${above})`;
}

/** A list of texts as one parameter, read back in order as `item` and `position` (from 1). */
export const listItems = (texts: readonly string[]): SQL =>
  sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as each (item, position)`;

/** A list of texts to compare with: `x in ${anyOf(texts)}`. As rows, not as an array: that would be compared one by one wherever no index is read by it. */
export const inList = (texts: readonly string[]): SQL => sql`(select item from ${listItems(texts)})`;
