import { type SQL, sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { queryRows, type RowOf } from "@/db/query";
import type { codes, leadInvitations } from "@/db/schema";
import { lockCodeType } from "../codes/insert-codes";
import { batchIsPaused, isReservedForOtherSql, isUsable } from "../codes/rules";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { type ChunkResult, type JobError, skippedRecordsError, type Tally } from "../jobs/handler";
import { partitionRecipients } from "../sends/recipients";
import { itemsIn } from "../sql";
import { assertNotExpired, inviteRecipients } from "./invite";
import { lockInvitations } from "./lock-invitations";
import { lockLeadsWithCodes } from "./record";
import { isFromBatch, returnCodes } from "./return-codes";
import { insertWaitlistChanges } from "./waitlist";

// What staff can do for people whose invitation no longer works. Repeating it changes nothing.

/** Whether a lead `l` could be invited or wait in line, and does neither. */
const isIdle = sql`(l.status = 'active' and not l.has_claimed and not l.on_waitlist)`;

/** Whether a lead `l` has a personal code that they can claim now or later. */
const hasWorkingCode = sql`exists (select from codes c where c.project_id = l.project_id and c.key = l.invitation_code
  and ${isUsable} and c.paused_at is null and not ${batchIsPaused} and not ${isReservedForOtherSql(sql`l.email`)})`;

/** Whether the invitation of a lead `l` can be reissued: it has expired, or its code can't be claimed, such as because it is paused. */
const canBeReissued = sql`(${isIdle} and l.invitation_code is not null
  and (l.invitation_outcome = 'expired' or (l.invitation_outcome is null and l.invited_at is not null and not ${hasWorkingCode})))`;

/** Whether a lead `l` was in line, and can return to their position. */
const canReturn = sql`(${isIdle} and l.waitlist_changed_at is not null)`;

/** Ends the invitations of locked leads, and pauses or returns their codes, so that no one has two codes or a code and a position. */
async function endInvitations(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const paused = await queryRows<RowOf<typeof codes, "key" | "text">>(
    db,
    sql`with invited as (
        select l.email, l.invitation_code from leads l where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} and l.invitation_code is not null
      ), ended as (
        update lead_invitations i set outcome = 'expired', ended_at = now(), remind_at = null from invited
        where i.project_id = ${projectId} and i.code_key = invited.invitation_code and i.email = invited.email and i.outcome is null
      ), ended_lead as (
        update leads l set invitation_outcome = 'expired', keeps_position = true, updated_at = now() from invited
        where l.project_id = ${projectId} and l.email = invited.email and l.invitation_outcome is null
      )
      update codes c set paused_at = now(), updated_at = now() from invited
      where c.project_id = ${projectId} and c.key = invited.invitation_code and c.reserved_for = invited.email and c.paused_at is null
        and not ${isFromBatch(sql`invited.email`)}
      returning c.key, c.text`,
  );
  await recordEvents(
    ctx,
    paused.map((code) => ({ kind: "code.paused", code })),
  );
  await returnCodes(ctx, sql`i.email in ${itemsIn(emails)} and i.outcome is not null`, "invitation_ended");
}

type ReissueOptions = { conditions: readonly SQL[]; validUntil?: string | undefined; type?: CodeType | undefined };

/** Sends leads whose invitation no longer works a new personal code. Others keep what they have. The tally counts those who get no email. */
export async function reissueInvitations(
  ctx: Context,
  emails: readonly string[],
  { conditions, validUntil, type = "creative" }: ReissueOptions,
): Promise<ChunkResult> {
  const { db, projectId } = ctx;
  await assertNotExpired(ctx, validUntil);
  await lockInvitations(ctx);
  await lockCodeType(ctx, type);
  const selected = await lockLeadsWithCodes(ctx, emails, { conditions: [...conditions, canBeReissued] });
  const { recipients, skipped } = await partitionRecipients(
    ctx,
    selected.map((email) => ({ email })),
  );
  if (recipients.length === 0) return { changed: 0, tally: { notEmailed: skipped.length } };
  await endInvitations(ctx, recipients);
  await inviteRecipients(ctx, recipients, { type, allowedClaims: 1, validUntil, name: "Reissued invitations" });
  const invitations = await queryRows<RowOf<typeof leadInvitations, "email" | "code_key" | "code_text">>(
    db,
    sql`select i.email, i.code_key, i.code_text from leads l join lead_invitations i on i.project_id = l.project_id and i.code_key = l.invitation_code and i.email = l.email
      where l.project_id = ${projectId} and l.email in ${itemsIn(recipients)}`,
  );
  await recordEvents(
    ctx,
    invitations.map(({ email, code_key: key, code_text: text }) => ({ kind: "lead.invitation_reissued", email, code: { key, text } })),
  );
  return { changed: recipients.length, tally: { notEmailed: skipped.length } };
}

/** The job error for the leads that `reissueInvitations` couldn't email. */
export const reissueError = ({ notEmailed = 0 }: Tally): JobError | null =>
  skippedRecordsError("invalid_input", [
    [
      notEmailed,
      {
        one: "{n} lead got no new code because their email is suppressed.",
        other: "{n} leads got no new code because their emails are suppressed.",
      },
    ],
  ]);

/** Puts leads back in line, at the position they had. Their invitation ends, and its code is paused. */
export async function returnToWaitlist(ctx: Context, emails: readonly string[], conditions: readonly SQL[]): Promise<ChunkResult> {
  const { db, projectId } = ctx;
  const returning = await lockLeadsWithCodes(ctx, emails, { conditions: [...conditions, canReturn] });
  if (returning.length === 0) return { changed: 0 };
  await endInvitations(ctx, returning);
  await db.execute(sql`
    with returned as (
      update leads set on_waitlist = true, waitlist_changed_at = now(), updated_at = now(),
        invitation_outcome = case when invitation_outcome = 'bounced' then null else invitation_outcome end
      where project_id = ${projectId} and email in ${itemsIn(returning)} returning project_id, waitlist_sort_key
    )
    ${insertWaitlistChanges(sql`returned`, 1)}`);
  await recordEvents(
    ctx,
    returning.map((email) => ({ kind: "lead.returned_to_waitlist", email })),
  );
  return { changed: returning.length };
}
