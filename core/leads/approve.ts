import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { recordEvents } from "../events/record";
import { itemsIn } from "../sql";
import { insertWaitlistChanges } from "./waitlist";

/** Whether somebody who was held asked for the waitlist, and has no code yet. */
const wantsWaitlist = sql`(l.waitlist_changed_at is not null and not l.has_claimed)`;

/**
 * Accepts sign-ups that were held, of leads whom the caller's transaction has locked: from here on they go as they would have gone. Who asked
 * for the waitlist stands in line where they came, or confirms their address first where the project asks for that.
 */
export async function approveHeldLeads(ctx: Context, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const { db, projectId, jobs } = ctx;
  const accepted = await rows<{ email: string; referral_code: string; asked: boolean }>(
    db,
    sql`with accepted as (
        update leads l set status = case when p.double_opt_in and ${wantsWaitlist} then 'unconfirmed' else 'active' end,
          on_waitlist = not p.double_opt_in and ${wantsWaitlist}, held_reason = null, updated_at = now()
        from projects p where p.id = l.project_id and l.project_id = ${projectId} and l.status = 'held' and l.email in ${itemsIn(emails)}
        returning l.*
      ), in_line as (
        ${insertWaitlistChanges(sql`accepted where on_waitlist`, 1)}
      )
      select l.email, l.referral_code, ${wantsWaitlist} as asked from accepted l order by l.email`,
  );
  await recordEvents(
    ctx,
    accepted.map(({ email }) => ({ kind: "lead.approved", email })),
  );
  await jobs.welcome(
    db,
    accepted.map(({ referral_code: lead, asked: mail }) => ({ projectId, lead, mail })),
  );
}
