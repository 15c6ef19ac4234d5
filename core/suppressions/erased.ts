import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import { itemsIn } from "../sql";

// A deleted lead leaves no email behind, but someone who unsubscribed must not get email if they become a lead again.

const hashEmail = (projectId: SQL, email: SQL): SQL =>
  sql`encode(sha256(convert_to((select p.client_salt from projects p where p.id = ${projectId}) || ' suppression ' || ${email}, 'UTF8')), 'hex')`;

/** Replaces the suppressions of deleted leads by hashes. Their notes are lost. Emails that are a lead's are left out. */
export async function eraseSuppressions({ db, projectId }: Context, emails: readonly string[]): Promise<void> {
  await db.execute(sql`
    with erased as (
      delete from suppressions s where s.project_id = ${projectId} and s.email in ${itemsIn(emails)}
        and not exists (select from leads l where l.project_id = s.project_id and l.email = s.email)
      returning s.project_id, s.email, s.reason, s.created_at
    )
    insert into erased_suppressions (project_id, email_hash, reason, created_at)
    select project_id, ${hashEmail(sql`project_id`, sql`email`)}, reason, created_at from erased
    on conflict do nothing`);
}

/**
 * Parts of a statement that suppress new leads again who were suppressed before they were deleted. `newLeads` is a query with their
 * `project_id` and `email`.
 */
export const restoreSuppressions = (newLeads: SQL): SQL => sql`erased_suppression as (
    delete from erased_suppressions e using (${newLeads}) as n
    where e.project_id = n.project_id and e.email_hash = ${hashEmail(sql`n.project_id`, sql`n.email`)}
    returning e.project_id, n.email, e.reason, e.created_at
  ), restored_suppression as (
    insert into suppressions (project_id, email, reason, created_at) select * from erased_suppression on conflict do nothing
  )`;
