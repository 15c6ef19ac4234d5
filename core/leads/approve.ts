import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { itemsIn } from "../sql";
import { insertWaitlistChanges } from "./waitlist";

/** Whether a held lead asked for the waitlist and hasn't claimed a code. */
const wantsWaitlist = sql`(l.waitlist_changed_at is not null and not l.has_claimed)`;

/**
 * Approves held sign-ups of leads that the caller's transaction has locked. Leads who asked for the waitlist get the position of when they
 * asked, or must confirm their email first if the project requires it.
 */
export async function approveHeldLeads(ctx: Context, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const { db, projectId, queue } = ctx;
  const approved = await queryRows<RowOf<typeof leads, "email" | "referral_code"> & { wants_waitlist: boolean }>(
    db,
    sql`with approved as (
        update leads l set status = case when p.double_opt_in and ${wantsWaitlist} then 'unconfirmed' else 'active' end,
          on_waitlist = not p.double_opt_in and ${wantsWaitlist}, held_reason = null, updated_at = now()
        from projects p where p.id = l.project_id and l.project_id = ${projectId} and l.status = 'held' and l.email in ${itemsIn(emails)}
        returning l.*
      ), waitlist_change as (
        ${insertWaitlistChanges(sql`approved where on_waitlist`, 1)}
      )
      select l.email, l.referral_code, ${wantsWaitlist} as wants_waitlist from approved l order by l.email`,
  );
  await recordEvents(
    ctx,
    approved.map(({ email }) => ({ kind: "lead.approved", email })),
  );
  await queue.addSignUps(
    db,
    approved.map((lead) => ({ projectId, referralCode: lead.referral_code, sendEmail: lead.wants_waitlist })),
  );
}
