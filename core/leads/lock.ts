import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { itemsIn, joinAnd } from "../sql";

/** Locks leads by their addresses, in the order of those, and answers the addresses of the ones that exist and meet `conditions` on leads `l`, as `lockCodes` does. */
export async function lockLeads(
  { db, projectId }: Context,
  emails: readonly string[],
  { deleting = false, conditions = [] as readonly SQL[] } = {},
): Promise<string[]> {
  const found = await rows<{ email: string; meets: boolean | null }>(
    db,
    sql`select l.email, (${joinAnd([sql`true`, ...conditions])}) as meets from leads l
      where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} order by l.email ${deleting ? sql`for update` : sql`for no key update`}`,
  );
  return found.filter((lead) => lead.meets).map(({ email }) => email);
}
