import { type SQL, sql } from "drizzle-orm";
import type { SendRecord } from "@/contract/sends";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { inPassing } from "../order";
import { everyOne } from "../sql";
import { forgetInvitations } from "./invited";
import { get, lockSend } from "./list";

/**
 * Cancels, in the caller's transaction, the deliveries `d` among `which` that wait to be sent, and takes back the invitations they were.
 * What a worker has taken already is left to it. Answers how many were cancelled.
 */
export async function cancelWaiting(ctx: Context, which: SQL): Promise<number> {
  const { db, projectId } = ctx;
  // They are found by what they are of: of others very many may wait.
  const waiting = everyOne([sql`d.project_id = ${projectId}`, which, ...inPassing([sql`d.status in ('queued', 'retrying')`])]);
  // Leads come before their deliveries, as where a lead is deleted; and of two who take back invitations of one lead the second sees what the first left.
  await db.execute(
    sql`select count(*) from (
      select from leads where project_id = ${projectId} and email in (
        select d.email from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id where ${waiting} and s.kind = 'invitation')
      order by email for no key update) as locked`,
  );
  const [row] = await rows<{ total: number }>(
    db,
    sql`with cancelled as (
        update deliveries set status = 'cancelled', next_attempt_at = null, updated_at = now()
        where project_id = ${projectId} and id in (select d.id from deliveries d where ${waiting} order by d.id for update)
        returning *
      ), uninvited as (${forgetInvitations(ctx)})
      select count(*)::int as total from cancelled`,
  );
  return row?.total ?? 0;
}

/** Cancels what of a send still waits; what is under way or has left stays as it is. Refuses with `send_not_found`. */
export function cancel(ctx: Context, id: string): Promise<SendRecord> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockSend(inner, id);
    const deliveries = await cancelWaiting(inner, sql`d.send_id = ${id}`);
    if (deliveries > 0) await recordEvent(inner, { kind: "send.cancelled", code, data: { send: id, deliveries } });
    return get(inner, id);
  });
}
