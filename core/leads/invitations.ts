import { type SQL, sql } from "drizzle-orm";
import type { WaitlistStatus } from "@/contract/enums";
import { normalizeCode, normalizeEmail } from "@/contract/normalize";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { leadInvitations } from "@/db/schema";
import { readEmailVerification } from "../abuse-protection/link-token";
import { ApiError } from "../api-error";
import { findCodeRow } from "../codes/record";
import { hasClaimed } from "../codes/request-confirmation";
import { type Context, inTransaction, isPublicCaller } from "../context";
import { newEventId, recordEvent } from "../events/record-event";
import { queueAutomaticEmail } from "../sends/queue-automatic-email";
import { lockLeads, waitlistStatus } from "./record";
import { isFromBatch, returnCodes } from "./return-codes";
import { updateInvitations } from "./update-invitations";
import { insertWaitlistChanges } from "./waitlist";

/** The wave that invites leads, and after how many days they are reminded, if at all. */
export type InvitingWave = { id: string; reminderAfterDays: number | null };

/**
 * Invites leads with the personal codes of a send, in the caller's transaction: they leave the waitlist at once. A new invitation replaces an
 * earlier one. `messages` is a list of items with `email`, `codeKey` and `codeText`.
 */
export async function saveInvitations(
  { db, projectId }: Context,
  sendId: string,
  messages: readonly { email: string; codeKey?: string; codeText?: string }[],
  wave?: InvitingWave,
): Promise<void> {
  await db.execute(sql`
    with message as (
      select message ->> 'email' as email, message ->> 'codeKey' as code_key, message ->> 'codeText' as code_text
      from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message
    ), lead as (
      select l.project_id, l.email, l.on_waitlist, l.waitlist_sort_key from leads l
      where l.project_id = ${projectId} and l.email in (select email from message) order by l.email for no key update
    ), invitation as (
      insert into lead_invitations as i (project_id, code_key, code_text, email, was_waiting, wave_id, remind_at, expires_at, from_batch)
      select ${projectId}::int, m.code_key, m.code_text, m.email, lead.on_waitlist, ${wave?.id ?? null}::uuid,
        now() + make_interval(days => ${wave?.reminderAfterDays ?? null}::int), c.valid_until,
        (select s.from_batch from sends s where s.project_id = ${projectId} and s.id = ${sendId})
      from message m join lead on lead.email = m.email
        -- As a subquery, so that PostgreSQL doesn't expect the project to have one code if its statistics don't include the project yet.
        left join codes c on c.project_id = (select ${projectId}::int) and c.key = m.code_key
      on conflict on constraint lead_invitations_pkey do update set was_waiting = i.was_waiting or excluded.was_waiting,
        code_text = excluded.code_text, expires_at = excluded.expires_at, outcome = null, ended_at = null,
        from_batch = excluded.from_batch, code_returned_at = null
    ), invited as (
      update leads l set invited_at = now(), invitation_code = m.code_key, invitation_outcome = null, on_waitlist = false, updated_at = now(),
        waitlist_changed_at = case when l.on_waitlist then now() else l.waitlist_changed_at end
      from message m where l.project_id = ${projectId} and l.email = m.email
    )
    ${insertWaitlistChanges(sql`lead where on_waitlist`, -1)}`);
}

/** The deliveries `d` of a lead's invitations, apart from those that were or are being canceled. */
const sentInvitations = (
  projectId: number,
  email: SQL,
): SQL => sql`deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
    where d.project_id = ${projectId} and d.email = ${email} and d.status <> 'canceled' and d.id not in (select id from canceled) and s.kind = 'invitation'`;

/** Whether a lead `l` whose invitation was withdrawn was waiting before it. */
const returnsToWaitlist = sql`(not l.on_waitlist and l.status = 'active' and not l.has_claimed
    and exists (select from withdrawn w where w.email = l.email and w.code_key = l.invitation_code and w.was_waiting))`;

/**
 * Parts of a statement with a CTE `canceled` of canceled deliveries: takes back their invitations. Leads return to their position on the
 * waitlist if they were waiting, and their previous invitation applies again. Leads who were invited again since don't change. Waves no longer
 * count them as invited. Codes that were taken from a batch go back to it.
 */
export const withdrawInvitations = ({ projectId, actor, requestId }: Context): SQL => sql`canceled_invitation as (
    select k.* from canceled k join sends s on s.project_id = k.project_id and s.id = k.send_id where s.kind = 'invitation'
  ), withdrawn as (
    delete from lead_invitations i using canceled_invitation k
    where i.project_id = ${projectId} and i.code_key = k.code_key and i.email = k.email and i.code_returned_at is null
      and not exists (select from ${sentInvitations(projectId, sql`i.email`)} and d.code_key = i.code_key)
    returning i.email, i.code_key, i.was_waiting, i.wave_id, i.from_batch
  ), returned_code as (
    update codes c set reserved_for = null, updated_at = now() from withdrawn w
    where w.from_batch and c.project_id = ${projectId} and c.key = w.code_key and c.reserved_for = w.email and c.claims = 0
    returning c.key, c.text, w.email
  ), returned_event as (
    insert into events (project_id, id, kind, actor_kind, actor_id, request_id, code_key, code_text, email, data)
    select ${projectId}::int, ${newEventId(sql`returned_code.position`)}, 'code.returned', ${actor.kind}::text, ${actor.id}::text,
      ${requestId}::text, key, text, email, '{"reason":"canceled"}'::jsonb
    from (select *, row_number() over () as position from returned_code) as returned_code
  ), reverted as (
    select canceled_lead.*, previous.code_key, previous.outcome
    from (select k.email, max(k.created_at) as canceled_at from canceled_invitation k group by k.email) as canceled_lead
    left join lateral (
      select i.code_key, i.outcome from lead_invitations i
      where i.project_id = ${projectId} and i.email = canceled_lead.email and i.code_key not in (select code_key from withdrawn)
      order by i.created_at desc limit 1
    ) previous on true
  ), reverted_lead as (
    update leads l set invitation_code = r.code_key, invitation_outcome = r.outcome, updated_at = now(),
      invited_at = (select max(d.created_at) from ${sentInvitations(projectId, sql`l.email`)}),
      on_waitlist = l.on_waitlist or ${returnsToWaitlist}, waitlist_changed_at = case when ${returnsToWaitlist} then now() else l.waitlist_changed_at end
    from reverted r where l.project_id = ${projectId} and l.email = r.email and l.invited_at <= r.canceled_at
    returning l.project_id, l.waitlist_sort_key, l.on_waitlist and l.waitlist_changed_at = now() as has_returned
  ), reduced_wave as (
    update waves w set invited = w.invited - r.people,
      remaining = case when w.status in ('recurring', 'paused') then least(w.remaining + r.people, (w.repeat ->> 'total')::int) else w.remaining end
    from (select wave_id, count(*)::int as people from withdrawn where wave_id is not null group by wave_id) as r
    where w.project_id = ${projectId} and w.id = r.wave_id
  ), waitlist_return as (${insertWaitlistChanges(sql`reverted_lead where has_returned`, 1)})`;

type DeclineInput = { code: string; email: string; linkToken?: string | undefined };

/**
 * Declines an invitation: its code is paused, or goes back to the batch that it was taken from. Declining it again changes nothing. The public needs the link that was emailed to the lead.
 * Throws `code_not_found` if the lead wasn't invited with this code, and `invitation_over` if it was claimed or has expired.
 */
export async function declineInvitation(ctx: Context, input: DeclineInput): Promise<{ code: string; email: string }> {
  if (isPublicCaller(ctx) && readEmailVerification(ctx.projectId, input) !== "link") throw new ApiError("code_not_found");
  return declineWithoutToken(ctx, input);
}

/** Like `declineInvitation`, for callers who have proven who they are. */
export function declineWithoutToken(ctx: Context, input: Pick<DeclineInput, "code" | "email">): Promise<{ code: string; email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    // Claims lock the code too. What follows sees those that were first.
    await db.execute(sql`select from codes where project_id = ${projectId} and key = ${input.code} for no key update`);
    await lockLeads(inner, [input.email]);
    const [invitation] = await queryRows<
      RowOf<typeof leadInvitations, "code_text" | "email" | "outcome"> & { is_claimed: boolean; is_expired: boolean }
    >(
      db,
      sql`select i.code_text, i.email, i.outcome, c.key is null or coalesce(c.valid_until <= now(), false) as is_expired,
          exists (select from claims k where k.project_id = i.project_id and k.code_key = i.code_key and k.email = i.email) as is_claimed
        from lead_invitations i left join codes c on c.project_id = i.project_id and c.key = i.code_key
        where i.project_id = ${projectId} and i.code_key = ${input.code} and i.email = ${input.email} for update of i`,
    );
    if (!invitation) throw new ApiError("code_not_found");
    const { code_text: text, email, outcome } = invitation;
    if (outcome === "declined") return { code: text, email };
    if (outcome === "expired" || invitation.is_claimed || invitation.is_expired) throw new ApiError("invitation_over");
    await db.execute(
      sql`update codes c set paused_at = coalesce(paused_at, now()), updated_at = now()
        where c.project_id = ${projectId} and c.key = ${input.code} and not ${isFromBatch(sql`${email}`)}`,
    );
    await saveDecline(inner, { email, code: input.code });
    await recordEvent(inner, { kind: "lead.declined", email, code: { key: input.code, text } });
    await returnCodes(inner, sql`i.code_key = ${input.code} and i.email = ${email}`, "declined");
    return { code: text, email };
  });
}

/**
 * Returns what a claim link is for: `personal` if only the email that it was sent to can use it, because the code is reserved for it or the
 * link finishes its claim, and `claimed` once it has. Returns `null` for any other link.
 */
export async function getClaimLinkState(
  ctx: Context,
  { code = "", email = "", linkToken }: Partial<DeclineInput>,
): Promise<"personal" | "claimed" | null> {
  const recipient = { code: normalizeCode(code), email: normalizeEmail(email) ?? "" };
  const verification = readEmailVerification(ctx.projectId, { ...recipient, linkToken });
  if (verification === null) return null;
  if (await hasClaimed(ctx, recipient)) return "claimed";
  return verification === "confirmation" || (await findCodeRow(ctx, recipient.code))?.reserved_for === recipient.email ? "personal" : null;
}

/** Returns the waitlist status of the lead of a claim link, or `null` if it wasn't emailed to them or they were invited again since. */
export async function getInvitationStatus(
  { db, projectId }: Context,
  { code, email, linkToken }: Partial<DeclineInput>,
): Promise<WaitlistStatus | null> {
  const recipient = { code: normalizeCode(code ?? ""), email: normalizeEmail(email ?? "") ?? "" };
  if (readEmailVerification(projectId, { ...recipient, linkToken }) !== "link") return null;
  const [lead] = await queryRows<{ status: WaitlistStatus | null }>(
    db,
    sql`select ${waitlistStatus} as status from leads l
      where l.project_id = ${projectId} and l.email = ${recipient.email} and l.invitation_code = ${recipient.code}`,
  );
  return lead?.status ?? null;
}

/**
 * Saves that a person opened the claim page with the emailed link: their browser reported it, or they submitted the form. Fetching the page
 * isn't enough, because email scanners do that. Does nothing without a valid link.
 */
export async function markInvitationOpened({ db, projectId }: Context, { code, email, linkToken }: Partial<DeclineInput>): Promise<void> {
  const recipient = { code: normalizeCode(code ?? ""), email: normalizeEmail(email ?? "") ?? "" };
  if (readEmailVerification(projectId, { ...recipient, linkToken }) !== "link") return;
  await db.execute(
    sql`update lead_invitations set opened_at = now()
      where project_id = ${projectId} and code_key = ${recipient.code} and email = ${recipient.email} and opened_at is null`,
  );
}

/** Invitations that are ended in one transaction. */
const expiryChunk = 1000;

/** Ends the invitations of a project whose codes have expired or were deleted, and returns how many. Extended codes stay open. */
export async function expireInvitations(ctx: Context): Promise<number> {
  for (let total = 0; ; ) {
    const checked = await inTransaction(ctx, expireSomeInvitations);
    total += checked.expired;
    if (checked.total < expiryChunk) return total;
  }
}

async function expireSomeInvitations(ctx: Context): Promise<{ total: number; expired: number }> {
  const due = await queryRows<RowOf<typeof leadInvitations, "code_key">>(
    ctx.db,
    sql`select i.code_key from lead_invitations i
      where i.project_id = ${ctx.projectId} and i.outcome is null and i.expires_at <= now() order by i.expires_at limit ${expiryChunk}`,
  );
  return {
    total: due.length,
    expired: await updateInvitations(
      ctx,
      due.map(({ code_key: key }) => key),
    ),
  };
}

/** Reminds the people of a project who haven't answered their invitation and whose reminder is due. Returns how many. */
export async function sendReminders(ctx: Context): Promise<number> {
  for (let total = 0; ; ) {
    const reminded = await inTransaction(ctx, sendSomeReminders);
    total += reminded;
    if (reminded < expiryChunk) return total;
  }
}

async function sendSomeReminders(ctx: Context): Promise<number> {
  const due = await queryRows<RowOf<typeof leadInvitations, "code_key" | "code_text" | "email">>(
    ctx.db,
    sql`with due as (
        select i.code_key, i.email from lead_invitations i where i.project_id = ${ctx.projectId} and i.remind_at <= now() order by i.remind_at limit ${expiryChunk}
        for update skip locked
      )
      update lead_invitations i set remind_at = null from due
      where i.project_id = ${ctx.projectId} and i.code_key = due.code_key and i.email = due.email
      returning i.code_key, i.code_text, i.email`,
  );
  // The worker doesn't send it to those who have answered.
  for (const { email, code_key: key, code_text: text } of due) await queueAutomaticEmail(ctx, email, "reminder", { key, text });
  return due.length;
}

/** Ends an invitation that the caller's transaction has locked. A lead who was invited again stays invited. */
const saveDecline = ({ db, projectId }: Context, { code, email }: Pick<DeclineInput, "code" | "email">): Promise<unknown> =>
  db.execute(sql`
    with invitation as (
      update lead_invitations set outcome = 'declined', ended_at = now() where project_id = ${projectId} and code_key = ${code} and email = ${email}
    )
    update leads set invitation_outcome = 'declined', updated_at = now()
    where project_id = ${projectId} and email = ${email} and invitation_code = ${code}`);

/** Returns the projects that have invitations to end or to remind of. */
export const listProjectsWithDueInvitations = (db: Database): Promise<{ project_id: number }[]> =>
  queryRows(
    db,
    sql`select project_id from lead_invitations where outcome is null and expires_at <= now()
      union select project_id from lead_invitations where remind_at <= now()`,
  );
