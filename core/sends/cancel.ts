import { type SQL, sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import type { deliveries } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { cancelOpenJob } from "../jobs/store";
import { withdrawInvitations } from "../leads/invitations";
import { unindexed } from "../sort-order";
import { joinAnd, uuidsIn } from "../sql";
import { getSend, lockSend } from "./list";
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
      ), ${withdrawInvitations(ctx)}
      select count(*)::int as total from canceled`,
  );
  return row?.total ?? 0;
}

/** Cancels all sends of a staff member who loses access, in the caller's transaction. `reason` follows "because the person who sent it". */
export async function cancelSendsOfStaff(ctx: Context, staffId: string, reason: string): Promise<void> {
  const pending = await queryRows<{ id: string }>(
    ctx.db,
    sql`select s.id from sends s where s.project_id = ${ctx.projectId} and s.actor_kind = 'staff' and s.actor_id = ${staffId}
      and s.id in (select d.send_id from deliveries d where d.project_id = ${ctx.projectId} and d.status in (${statusList(pendingStatuses)}) and d.send_id is not null)
      order by s.id`,
  );
  for (const { id } of pending) await cancelSend(ctx, id, `Canceled because the person who sent it ${reason}.`);
}

/** How many deliveries of a send are canceled in one transaction. */
const cancelChunk = 5000;

/**
 * Cancels the pending deliveries of a send, and stops queueing more. Deliveries that are being sent are canceled unless they succeed. A large
 * send is canceled in parts. `reason` becomes their error. Throws `send_not_found`.
 */
export async function cancelSend(ctx: Context, id: string, reason: string | null = null, chunk = cancelChunk): Promise<SendRecord> {
  let canceled = 0;
  for (let after: string | null = null; ; ) {
    const part: { last: string | null; deliveries: number } = await inTransaction(ctx, async (inner) => {
      // First, because a part of the job locks the job before the send.
      const wasQueueing = await cancelOpenJob(inner, id);
      const { code } = await lockSend(inner, id);
      const ids = await listPending(inner, id, after, chunk);
      const deliveries = ids.length === 0 ? 0 : await cancelPendingDeliveries(inner, sql`d.id in ${uuidsIn(ids)}`, reason);
      const isLast = ids.length < chunk;
      const total = canceled + deliveries;
      if (isLast && (total > 0 || wasQueueing))
        await recordEvent(inner, { kind: "send.canceled", code, data: { send: id, deliveries: total } });
      return { last: isLast ? null : (ids.at(-1) ?? null), deliveries };
    });
    canceled += part.deliveries;
    after = part.last;
    if (after === null) return getSend(ctx, id);
  }
}

/** Returns the IDs of the next pending deliveries of a send. */
async function listPending({ db, projectId }: Context, sendId: string, after: string | null, limit: number): Promise<string[]> {
  const rows = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`select d.id from deliveries d where d.project_id = ${projectId} and d.send_id = ${sendId} and d.status in (${statusList(pendingStatuses)})
      ${after === null ? sql`` : sql`and d.id > ${after}::uuid`} order by d.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the leads of the invitations among deliveries `d` that meet `condition`, for `withdrawInvitations`. Leads are locked before their
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
