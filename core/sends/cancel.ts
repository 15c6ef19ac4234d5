import { type SQL, sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import type { Cancellation, deliveries } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { insertLeadChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import { cancelOpenJob, cancelOpenJobs } from "../jobs/store";
import { withdrawInvitations } from "../leads/invitations";
import { unindexed } from "../sort-order";
import { joinAnd, uuidsIn } from "../sql";
import { getSend, lockSend } from "./list";
import { recordQueueingEnd } from "./queueing-end";
import { statusList } from "./record";

/**
 * Cancels the pending deliveries `d` that meet `condition` in the caller's transaction, and reverts their invitations. A delivery that is
 * being sent is only marked, so that it isn't retried. `reason` becomes their error. Returns how many were canceled.
 */
export async function cancelPendingDeliveries(ctx: Context, condition: SQL, reason: string | null = null): Promise<number> {
  const { db, projectId } = ctx;
  // Found by `condition` and not by status: many deliveries of other sends can be pending.
  const isCancelable = joinAnd([
    condition,
    ...unindexed([sql`d.status in ('queued', 'retrying') or (d.status = 'sending' and d.canceled_at is null)`]),
  ]);
  await lockInvitedLeads(ctx, isCancelable);
  const [row] = await queryRows<{ total: number }>(
    db,
    // The update reads each status again once the row is locked, because the worker may have changed it.
    sql`with updated as (
        update deliveries set
          status = case when status = 'sending' then status else 'canceled' end,
          canceled_at = case when status = 'sending' then now() end,
          error = coalesce(${reason}::text, error),
          next_attempt_at = null, updated_at = now()
        where project_id = ${projectId} and id in (select d.id from deliveries d where d.project_id = ${projectId} and ${isCancelable} order by d.id for update)
        returning *
      ), canceled as (
        select * from updated where status = 'canceled'
      ), recorded as (${insertLeadChanges(ctx, sql`(select email from updated)`)}), ${withdrawInvitations(ctx)}
      select count(*)::int as total from canceled`,
  );
  return row?.total ?? 0;
}

/**
 * Stops all sends of a staff member who loses access, in the caller's transaction, and returns their IDs. The worker, or `cancelNextPart`,
 * cancels their deliveries. `reason` follows "because the person who sent it".
 */
export async function stopSendsOfStaff(ctx: Context, staffId: string, reason: string): Promise<string[]> {
  const isSentByThem = sql`s.actor_kind = 'staff' and s.actor_id = ${staffId}`;
  return markCanceling(ctx, isSentByThem, { reason: `Canceled because the person who sent it ${reason}.`, wasQueueing: false });
}

/** How many deliveries of a send are canceled in one transaction. */
const cancelChunk = 5000;

/**
 * Cancels the pending deliveries of a send, and stops queueing more. Deliveries that are being sent are canceled unless they succeed. Nothing
 * is sent once it has begun; the deliveries are canceled in parts. If that is interrupted, the worker or a repeated call continues. `reason`
 * becomes their error. Throws `send_not_found`.
 */
export async function cancelSend(ctx: Context, id: string, reason: string | null = null, chunk = cancelChunk): Promise<SendRecord> {
  await inTransaction(ctx, async (inner) => {
    // First, because a part of the job locks the job before the send.
    const wasQueueing = await cancelOpenJob(inner, id);
    await cancelOpenJobs(inner, sql`kind = 'send.retry' and params ->> 'send' = ${id}`);
    await lockSend(inner, id);
    if (wasQueueing) await recordQueueingEnd(inner, id);
    await markCanceling(inner, sql`s.id = ${id}`, { reason, wasQueueing });
  });
  await finishCanceling(ctx, id, chunk);
  return getSend(ctx, id);
}

/** Cancels the remaining deliveries of a send that is being canceled. */
export async function finishCanceling(ctx: Context, id: string, chunk = cancelChunk): Promise<void> {
  while (!(await cancelNextPart(ctx, id, chunk)));
}

/** Cancels the next deliveries of a send that is being canceled, and returns whether none remain. */
export function cancelNextPart(ctx: Context, id: string, chunk = cancelChunk): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const { code, canceling } = await lockSend(inner, id);
    if (canceling === null) return true;
    const ids = await listCancelable(inner, id, chunk);
    // An array, so that each is looked up: right after a large send, PostgreSQL may take the table for a small one and compare all rows.
    const canceled = ids.length === 0 ? 0 : await cancelPendingDeliveries(inner, sql`d.id = any(array${uuidsIn(ids)})`, canceling.reason);
    const deliveries = canceling.deliveries + canceled;
    const isLast = ids.length < chunk;
    await inner.db.execute(
      sql`update sends set canceling = ${isLast ? null : JSON.stringify({ ...canceling, deliveries })}::jsonb where project_id = ${inner.projectId} and id = ${id}`,
    );
    const { actorKind, actorId, requestId, wasQueueing } = canceling;
    if (isLast && (deliveries > 0 || wasQueueing))
      await recordEvent(
        { ...inner, actor: { kind: actorKind, id: actorId }, requestId },
        { kind: "send.canceled", code, data: { send: id, deliveries } },
      );
    return isLast;
  });
}

/** Returns the sends that are being canceled. */
export const listSendsToCancel = (db: Context["db"]): Promise<{ project_id: number; id: string }[]> =>
  queryRows(db, sql`select project_id, id from sends where canceling is not null order by project_id, id`);

/** Whether a delivery `d` is pending and wasn't canceled while it is being sent. One condition per status is one index lookup each. */
const cancelableStatuses: readonly SQL[] = [
  sql`d.status = 'queued'`,
  sql`d.status = 'retrying'`,
  sql`d.status = 'sending' and d.canceled_at is null`,
];

/** Marks the sends `s` that meet `condition` and have something to cancel, so that nothing more of them is sent. Returns their IDs. */
async function markCanceling(
  { db, projectId, actor, requestId }: Context,
  condition: SQL,
  { reason, wasQueueing }: Pick<Cancellation, "reason" | "wasQueueing">,
): Promise<string[]> {
  const canceling: Cancellation = { reason, wasQueueing, deliveries: 0, actorKind: actor.kind, actorId: actor.id, requestId };
  const isPending = cancelableStatuses.map(
    (status) => sql`exists (select from deliveries d where d.project_id = s.project_id and d.send_id = s.id and ${status})`,
  );
  const marked = await queryRows<{ id: string }>(
    db,
    sql`update sends set canceling = ${JSON.stringify(canceling)}::jsonb where project_id = ${projectId} and id in (
        select s.id from sends s where s.project_id = ${projectId} and ${condition} and s.canceling is null
          and (${wasQueueing}::boolean or ${sql.join(isPending, sql` or `)})
        order by s.id for no key update)
      returning id`,
  );
  return marked.map(({ id }) => id);
}

/** Returns the IDs of some deliveries of a send that can be canceled. */
async function listCancelable({ db, projectId }: Context, sendId: string, limit: number): Promise<string[]> {
  const rows = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`select d.id from deliveries d where d.project_id = ${projectId} and d.send_id = ${sendId}
      and d.status in (${statusList(pendingStatuses)}) and (d.status <> 'sending' or d.canceled_at is null) limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the leads of the invitations among deliveries `d` that meet `condition`, for `withdrawInvitations`, after the codes that go back to
 * their batches. Codes are locked before leads, and leads before their deliveries, in the same order as when a lead is deleted, to prevent
 * deadlocks.
 */
export async function lockInvitedLeads({ db, projectId }: Context, condition: SQL): Promise<void> {
  await db.execute(
    sql`select count(*) from (
      select from codes where project_id = ${projectId} and key in (
        select d.code_key from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
        where d.project_id = ${projectId} and ${condition} and s.from_batch)
      order by key for no key update) as locked`,
  );
  await db.execute(
    sql`select count(*) from (
      select from leads where project_id = ${projectId} and email in (
        select d.email from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id
        where d.project_id = ${projectId} and ${condition} and s.kind = 'invitation')
      order by email for no key update) as locked`,
  );
}
