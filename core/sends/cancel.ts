import { type SQL, sql } from "drizzle-orm";
import type { SendRecord } from "@/contract/sends";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import { revertInvitedAt, lockInvitedLeads } from "./invited-leads";
import { getSend, lockSend } from "./list";

/**
 * Cancels, in the caller's transaction, the deliveries `d` among `which` that wait to be sent, and takes back the invitations they were.
 * What a worker has taken already is left to it, and is marked so that it is not tried again. Answers how many were cancelled.
 */
export async function cancelPendingDeliveries(ctx: Context, which: SQL): Promise<number> {
  const { db, projectId } = ctx;
  // They are found by what they are of: of others very many may wait.
  const open = joinAnd([
    which,
    ...unindexed([sql`d.status in ('queued', 'retrying') or (d.status = 'sending' and d.canceled_at is null)`]),
  ]);
  await lockInvitedLeads(ctx, open);
  const [row] = await rows<{ total: number }>(
    db,
    // What is set is of the row as it is once it is locked: meanwhile a worker may have taken it, or put it off.
    sql`with stopped as (
        update deliveries set
          status = case when status = 'sending' then status else 'canceled' end,
          canceled_at = case when status = 'sending' then now() end,
          next_attempt_at = null, updated_at = now()
        where project_id = ${projectId} and id in (select d.id from deliveries d where d.project_id = ${projectId} and ${open} order by d.id for update)
        returning *
      ), cancelled as (
        select * from stopped where status = 'canceled'
      ), uninvited as (${revertInvitedAt(ctx)})
      select count(*)::int as total from cancelled`,
  );
  return row?.total ?? 0;
}

/** Cancels what of a send still waits, and what is under way where it does not leave now. Refuses with `send_not_found`. */
export function cancelSend(ctx: Context, id: string): Promise<SendRecord> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockSend(inner, id);
    const deliveries = await cancelPendingDeliveries(inner, sql`d.send_id = ${id}`);
    if (deliveries > 0) await recordEvent(inner, { kind: "send.canceled", code, data: { send: id, deliveries } });
    return getSend(inner, id);
  });
}
