import { type SQL, sql } from "drizzle-orm";
import type { SendRecord } from "@/contract/sends";
import { queryRows } from "@/db/query";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import { lockInvitedLeads, revertInvitedAt } from "./invited-leads";
import { getSend, lockSend } from "./list";

/**
 * Cancels the pending deliveries `d` that meet `condition` in the caller's transaction, and reverts their invitations. A delivery that is
 * being sent is only marked, so that it isn't retried. Returns how many were canceled.
 */
export async function cancelPendingDeliveries(ctx: Context, condition: SQL): Promise<number> {
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
          next_attempt_at = null, updated_at = now()
        where project_id = ${projectId} and id in (select d.id from deliveries d where d.project_id = ${projectId} and ${isCancelable} order by d.id for update)
        returning *
      ), canceled as (
        select * from updated where status = 'canceled'
      ), reverted_invitations as (${revertInvitedAt(ctx)})
      select count(*)::int as total from canceled`,
  );
  return row?.total ?? 0;
}

/** Cancels the pending deliveries of a send. Deliveries that are being sent are canceled unless they succeed. Throws `send_not_found`. */
export function cancelSend(ctx: Context, id: string): Promise<SendRecord> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockSend(inner, id);
    const deliveries = await cancelPendingDeliveries(inner, sql`d.send_id = ${id}`);
    if (deliveries > 0) await recordEvent(inner, { kind: "send.canceled", code, data: { send: id, deliveries } });
    return getSend(inner, id);
  });
}
