import { sql } from "drizzle-orm";
import type { SendRecord } from "@/contract/sends";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { each } from "../sql";
import { get, lockSend } from "./list";

/**
 * Queues the failed messages of a send anew, all of them or those of `deliveries`. Their tries count on, and the pauses between them begin again.
 * Refuses with `send_not_found`.
 */
export function retry(ctx: Context, ask: { send: string; deliveries?: readonly string[] }): Promise<SendRecord> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockSend(inner, ask.send);
    const again = await requeue(inner, ask);
    for (const [tries, ids] of Map.groupBy(again, ({ attempts }) => attempts)) {
      const next = tries + 1;
      await inner.jobs.deliver(
        inner.db,
        inner.projectId,
        ids.map(({ id }) => id),
        { attempt: next, first: next },
      );
    }
    if (again.length > 0) await recordEvent(inner, { kind: "send.retried", code, data: { send: ask.send, deliveries: again.length } });
    return get(inner, ask.send);
  });
}

function requeue({ db, projectId }: Context, { send, deliveries }: { send: string; deliveries?: readonly string[] }) {
  const named = deliveries ? sql`and id in (select item::uuid from ${each(deliveries)})` : sql``;
  return rows<{ id: string; attempts: number }>(
    db,
    sql`update deliveries set status = 'queued', error = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select id from deliveries where project_id = ${projectId} and send_id = ${send} and status = 'failed' ${named} order by id for update)
      returning id, attempts`,
  );
}
