import { type SQL, sql } from "drizzle-orm";
import type { messageKinds } from "@/contract/enums";

/** When an email of each kind is no longer needed: its code `c` is deleted, the invitation has ended, or the lead `l` already did what it asks for, or may have done it elsewhere. */
const obsoleteConditions: Record<(typeof messageKinds)[number], SQL> = {
  code: sql`(c.key is null or exists (
    select from lead_invitations i where i.project_id = d.project_id and i.code_key = d.code_key and i.email = d.email
      and (i.outcome = 'expired' or i.code_returned_at is not null)))`,
  announcement: sql`l.status <> 'active'`,
  joined: sql`not l.on_waitlist`,
  // Someone who unsubscribed and joins again is asked to confirm that, whatever their status.
  confirm: sql`(l.status <> 'unconfirmed' and not exists (select from suppressions u where u.project_id = l.project_id and u.email = l.email))`,
  confirm_claim: sql`c.key is null`,
  claimed: sql`c.key is null`,
  reminder: sql`(c.key is null or l.has_claimed or l.invitation_outcome is not null or l.invitation_code is distinct from d.code_key
    or exists (select from codes r join batches b on b.project_id = r.project_id and b.id = r.batch_id
      where r.project_id = d.project_id and r.key = d.code_key and (b.redemption_url is not null or b.redemption_instructions is not null)))`,
};

/** Whether a delivery `d` is no longer needed. */
export const isObsolete = sql`case d.kind ${sql.join(
  Object.entries(obsoleteConditions).map(([kind, condition]) => sql`when ${kind} then ${condition}`),
  sql` `,
)} end`;
