import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { deliveries, leads, suppressions } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordCodeChanges } from "../events/record-changes";
import { lockLeadsWithCodes } from "../leads/record";
import { matchesReason } from "../sends/circuit-breaker";
import { getRefusalPause, type RefusalPause } from "../sends/refusal-pause";
import { requeueNeeded } from "../sends/requeue";
import { isSentOtherwise } from "../sends/undelivered";
import { itemsIn, uuidsIn } from "../sql";
import { recordSuppressionChanges } from "./record-changes";

/** How many suppressions are removed at most. */
const maxRemoved = 10_000;

type RefusedRow = RowOf<typeof deliveries, "id" | "email" | "error" | "updated_at"> & RowOf<typeof suppressions, "version" | "created_at">;

/** Whether suppression `s` is one that a bounce added from an hour before a pause to its end, and that no one has changed. */
const isUnchangedBounce = ({ projectId }: Context, { since, until }: RefusalPause) =>
  sql`s.project_id = ${projectId} and s.reason = 'bounced' and s.note = '' and s.created_at >= ${since}::timestamptz and s.created_at <= coalesce(${until}::timestamptz, 'infinity')`;

/**
 * Returns the deliveries that suppressed people for the reason of a pause, from an hour before it to its end. The first has the time of the
 * suppression. Leaves out people whom another source has suppressed since: such as a link to unsubscribe, a report or an import.
 */
async function listRefused(ctx: Context, pause: RefusalPause, lock: SQL = sql``): Promise<RefusedRow[]> {
  const rows = await queryRows<RefusedRow>(
    ctx.db,
    sql`select d.id, d.email, d.error, d.updated_at, s.version, s.created_at from suppressions s
      join deliveries d on d.project_id = s.project_id and d.email = s.email and d.status = 'bounced' and d.updated_at >= s.created_at and d.recipient is null
      where ${isUnchangedBounce(ctx, pause)} order by s.created_at desc, s.email limit ${maxRemoved} ${lock}`,
  );
  const refused = rows.filter(({ error }) => error !== null && matchesReason(error, pause.reason));
  return [...Map.groupBy(refused, ({ email }) => email).values()].filter(isOnlyRefused).flat();
}

/** Whether each time that someone was suppressed was one of these refusals. */
function isOnlyRefused(refused: readonly RefusedRow[]): boolean {
  const times = new Set(refused.map(({ updated_at }) => updated_at));
  return refused.every(({ version, created_at }) => version <= times.size && times.has(created_at));
}

/** Counts the people whose suppressions `undoRefusedSuppressions` would remove. */
export async function countRefusedSuppressions(ctx: Context, pause: RefusalPause): Promise<number> {
  return new Set((await listRefused(ctx, pause)).map(({ email }) => email)).size;
}

type UndoResult = { removed: number; invitations: number; requeued: number };

/**
 * Removes the suppressions of people who were refused for the same reason as those because of whom email was paused, opens their invitations
 * again, and sends their emails again.
 */
export function undoRefusedSuppressions(ctx: Context): Promise<UndoResult> {
  return inTransaction(ctx, async (inner) => {
    const pause = await getRefusalPause(inner);
    const candidates = pause ? await listRefused(inner, pause) : [];
    if (pause === null || candidates.length === 0) return { removed: 0, invitations: 0, requeued: 0 };
    const locked = new Set(candidates.map(({ email }) => email));
    await lockLeadsWithCodes(inner, [...locked].sort());
    // Someone may have unsubscribed in the meantime.
    const refused = (await listRefused(inner, pause, sql`for update of s`)).filter(({ email }) => locked.has(email));
    const emails = [...new Set(refused.map(({ email }) => email))].sort();
    const invitations = await reopenInvitations(inner, emails, pause);
    const removed = await queryRows<RowOf<typeof leads, "email">>(
      inner.db,
      sql`delete from suppressions s where ${isUnchangedBounce(inner, pause)} and s.email in ${itemsIn(emails)} returning s.email`,
    );
    await recordSuppressionChanges(
      inner,
      removed.map(({ email }) => ({ kind: "suppression.removed", email, data: { reason: "bounced" } })),
    );
    const removedEmails = new Set(removed.map(({ email }) => email));
    const ids = refused.filter(({ email }) => removedEmails.has(email)).map(({ id }) => id);
    const { requeued } = await requeueNeeded(inner, [
      sql`d.project_id = ${inner.projectId} and d.id in ${uuidsIn(ids)} and d.status = 'bounced' and not coalesce(${isSentOtherwise}, false)`,
    ]);
    return { removed: removed.length, invitations, requeued };
  });
}

/**
 * Opens the invitations again that suppressions ended, and resumes their codes. Not those of leads who were invited again or joined the
 * waitlist since, or whose code was deleted. Returns how many. A reminder that was pending is sent when it was due, or now.
 */
async function reopenInvitations(ctx: Context, emails: readonly string[], pause: RefusalPause): Promise<number> {
  const { db, projectId } = ctx;
  const reopened = await queryRows<{ text: string }>(
    db,
    sql`with ended as (
        select i.code_key, i.email, i.ended_at, i.created_at + make_interval(days => w.reminder_after_days) as reminder_due
        from suppressions s
        join lead_invitations i on i.project_id = s.project_id and i.email = s.email and i.outcome = 'bounced' and i.ended_at = s.created_at and i.code_returned_at is null
        join leads l on l.project_id = i.project_id and l.email = i.email and l.invitation_code = i.code_key and l.invitation_outcome = 'bounced' and not l.on_waitlist
        join codes c on c.project_id = i.project_id and c.key = i.code_key
        left join waves w on w.project_id = i.project_id and w.id = i.wave_id
        where ${isUnchangedBounce(ctx, pause)} and s.email in ${itemsIn(emails)}
      ), resumed as (
        update codes c set paused_at = null, updated_at = now() from ended
        where c.project_id = ${projectId} and c.key = ended.code_key and c.reserved_for = ended.email and c.paused_at = ended.ended_at
      ), invited as (
        update leads l set invitation_outcome = null, updated_at = now(), invited_at = (
          select max(d.created_at) from deliveries d where d.project_id = ${projectId} and d.email = l.email and d.code_key = l.invitation_code and d.kind = 'code')
        from ended where l.project_id = ${projectId} and l.email = ended.email
      )
      update lead_invitations i set outcome = null, ended_at = null,
        remind_at = case when reminder_due > ended.ended_at then greatest(reminder_due, now()) end
      from ended where i.project_id = ${projectId} and i.code_key = ended.code_key and i.email = ended.email
      returning i.code_text as text`,
  );
  await recordCodeChanges(ctx, reopened);
  return reopened.length;
}
