import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import type { Context } from "../context";
import { itemsIn, joinAnd } from "../sql";

/** Locks leads in the order of their emails, and returns the emails of those that exist and meet `conditions` on leads `l`. */
export async function lockLeads(
  { db, projectId }: Context,
  emails: readonly string[],
  { deleting = false, conditions = [] as readonly SQL[] } = {},
): Promise<string[]> {
  // The conditions are in the select list: they must hold once the lock is granted, not before.
  const locked = await queryRows<RowOf<typeof leads, "email"> & { matches: boolean | null }>(
    db,
    sql`select l.email, (${joinAnd([sql`true`, ...conditions])}) as matches from leads l
      where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} order by l.email ${deleting ? sql`for update` : sql`for no key update`}`,
  );
  return locked.filter(({ matches }) => matches).map(({ email }) => email);
}
