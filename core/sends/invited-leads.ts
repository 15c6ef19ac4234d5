import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";

/**
 * The part of a statement that takes back when leads were last invited, to the invitation before or to none, where the last one is
 * among the deliveries `cancelled` that the statement has just cancelled. Who was invited anew meanwhile stays so.
 */
export const revertInvitedAt = ({ projectId }: Context): SQL => sql`
  update leads l set invited_at = (
    select max(d.created_at) from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
    where d.project_id = l.project_id and d.email = l.email and d.status <> 'canceled' and s.kind = 'invitation'
      and d.id not in (select id from cancelled))
  from (
    select c.email, max(c.created_at) as at from cancelled c join sends s on s.project_id = c.project_id and s.id = c.send_id
    where s.kind = 'invitation' group by c.email
  ) gone
  where l.project_id = ${projectId} and l.email = gone.email and l.invited_at <= gone.at`;

/**
 * Locks the leads who were invited by deliveries `d` that meet `which`, until the transaction ends, for `forgetInvitations`. Leads come before
 * their deliveries, as where a lead is deleted; and of two who take back invitations of one lead the second sees what the first left.
 */
export async function lockInvitedLeads({ db, projectId }: Context, which: SQL): Promise<void> {
  await db.execute(
    sql`select count(*) from (
      select from leads where project_id = ${projectId} and email in (
        select d.email from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
        where d.project_id = ${projectId} and ${which} and s.kind = 'invitation')
      order by email for no key update) as locked`,
  );
}
