import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";

/** All of `conditions` at once. */
export const everyOne = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);

/** How many rows of `from` meet `conditions`. */
export async function totalOf(db: Database, from: SQL, conditions: readonly SQL[]): Promise<number> {
  const [row] = await rows<{ total: string }>(db, sql`select count(*) as total from ${from} where ${everyOne(conditions)}`);
  return Number(row?.total ?? 0);
}

/** A `like` pattern that finds `text` as it stands, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A `like` pattern that finds what begins with `text`. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A list of texts as one parameter, read back in order as `item` and `position` (from 1). */
export const each = (texts: readonly string[]): SQL =>
  sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as each (item, position)`;
