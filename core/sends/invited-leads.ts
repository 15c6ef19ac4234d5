import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";

/**
 * Part of a statement with a CTE `canceled` of canceled deliveries: sets `invited_at` of their leads back to the previous invitation, or to
 * null. Leads who were invited again since don't change.
 */
export const revertInvitedAt = ({ projectId }: Context): SQL => sql`
  update leads l set invited_at = (
    select max(d.created_at) from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
    where d.project_id = l.project_id and d.email = l.email and d.status <> 'canceled' and s.kind = 'invitation'
      and d.id not in (select id from canceled))
  from (
    select c.email, max(c.created_at) as invited_at from canceled c join sends s on s.project_id = c.project_id and s.id = c.send_id
    where s.kind = 'invitation' group by c.email
  ) reverted
  where l.project_id = ${projectId} and l.email = reverted.email and l.invited_at <= reverted.invited_at`;

/**
 * Locks the leads of the invitations among deliveries `d` that meet `condition`, for `revertInvitedAt`. Leads are locked before their
 * deliveries, in the same order as when a lead is deleted, to prevent deadlocks.
 */
export async function lockInvitedLeads({ db, projectId }: Context, condition: SQL): Promise<void> {
  await db.execute(
    sql`select count(*) from (
      select from leads where project_id = ${projectId} and email in (
        select d.email from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
        where d.project_id = ${projectId} and ${condition} and s.kind = 'invitation')
      order by email for no key update) as locked`,
  );
}
