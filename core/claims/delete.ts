import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";

/**
 * Deletes the claims `k` that meet a condition, with their tokens, and updates leads who have no claim left. The caller has locked the codes
 * and updates their number of claims. Returns the number of deleted claims.
 */
export async function deleteClaims({ db, projectId }: Context, condition: SQL): Promise<number> {
  const isDeleted = sql`k.project_id = ${projectId} and ${condition}`;
  // Locks in a statement of its own: the next statement must see claims that were committed while this one waited for a lead.
  await db.execute(
    sql`select count(*) from (
      select from leads l where l.project_id = ${projectId} and l.email in (select k.email from claims k where ${isDeleted})
      order by l.email for no key update) as locked`,
  );
  const [row] = await queryRows<{ deleted: number }>(
    db,
    sql`with deleted_claims as (
        delete from claims k where ${isDeleted} returning k.email
      ), leads_without_claims as (
        update leads l set has_claimed = false
        where l.project_id = ${projectId} and l.has_claimed and l.email in (select email from deleted_claims)
          and not exists (select from claims k where k.project_id = l.project_id and k.email = l.email and not (${condition}))
      )
      select count(*)::int as deleted from deleted_claims`,
  );
  return row?.deleted ?? 0;
}
