import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { waitlistStatus } from "../leads/record";
import { isFromBatch, returnCodes } from "../leads/return-codes";
import { itemsIn } from "../sql";
import { suppress } from "./suppress";

/**
 * Stops all email to leads whose email bounced, who reported one as spam, who unsubscribed or whom staff suppressed at the provider, in the
 * caller's transaction, which has locked them. The open invitations of leads whose email bounced end. Emails without a lead are left out.
 */
export async function suppressLeads(ctx: Context, emails: readonly string[], reason: SuppressionRecord["reason"]): Promise<void> {
  if (emails.length === 0) return;
  await suppress(ctx, sql`select l.email from leads l where l.project_id = ${ctx.projectId} and l.email in ${itemsIn(emails)}`, reason);
  if (reason === "bounced") await endBouncedInvitations(ctx, emails);
}

/** Ends the open invitations of leads and pauses their codes, or gives them back to the batches that they were taken from. The leads no longer count as invited. */
async function endBouncedInvitations(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const ended = await queryRows<{ email: string; code_key: string; code_text: string }>(
    db,
    sql`with lead as (
        select l.email, l.invitation_code as code_key from leads l
        where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} and ${waitlistStatus} = 'invited'
      ), paused as (
        update codes c set paused_at = coalesce(c.paused_at, now()), updated_at = now()
        from lead where c.project_id = ${projectId} and c.key = lead.code_key and c.reserved_for = lead.email and not ${isFromBatch(sql`lead.email`)}
      ), updated as (
        update leads l set invitation_outcome = 'bounced', invited_at = null, waitlist_changed_at = coalesce(l.waitlist_changed_at, now()), updated_at = now()
        from lead where l.project_id = ${projectId} and l.email = lead.email
      )
      update lead_invitations i set outcome = 'bounced', ended_at = now(), remind_at = null
      from lead where i.project_id = ${projectId} and i.code_key = lead.code_key and i.email = lead.email
      returning i.email, i.code_key, i.code_text`,
  );
  await recordEvents(
    ctx,
    ended.map(({ email, code_key: key, code_text: text }) => ({ kind: "lead.invitation_bounced", email, code: { key, text } })),
  );
  await returnCodes(ctx, sql`i.email in ${itemsIn(ended.map(({ email }) => email))} and i.outcome = 'bounced'`, "bounced");
}
