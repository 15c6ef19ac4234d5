import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/**
 * Deletes the claims `k` that meet `which`, with their tokens, and takes note of leads of whom no claim is left. The caller has locked the
 * codes, and changes what they count. Answers how many claims went.
 */
export async function deleteClaims({ db, projectId }: Context, which: SQL): Promise<number> {
  const these = sql`k.project_id = ${projectId} and ${which}`;
  // A statement of its own: one that waits for a lead would still count the claims that they had before.
  await db.execute(
    sql`select count(*) from (
      select from leads l where l.project_id = ${projectId} and l.email in (select k.email from claims k where ${these})
      order by l.email for no key update) as locked`,
  );
  const [row] = await rows<{ removed: number }>(
    db,
    sql`with gone as (
        delete from claims k where ${these} returning k.email
      ), without as (
        update leads l set has_claimed = false
        where l.project_id = ${projectId} and l.has_claimed and l.email in (select email from gone)
          and not exists (select from claims k where k.project_id = l.project_id and k.email = l.email and not (${which}))
      )
      select count(*)::int as removed from gone`,
  );
  return row?.removed ?? 0;
}
