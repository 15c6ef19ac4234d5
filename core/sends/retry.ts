import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { RetryReply, retrySendEndpoint } from "@/contract/sends";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { each, totalOf } from "../sql";
import { sortOutAgain } from "./again";
import { conditionsOfSend } from "./deliveries";
import { type Lacking, lockAlike, whoLacks } from "./lacking";
import { get } from "./list";

type Ask = z.output<typeof retrySendEndpoint.body>;

/**
 * Queues the failed messages of a send anew: all of them, those of `deliveries`, or those that match `filter`. Their tries count on, and the
 * pauses between them begin again. Passed over is whoever has got the code by another send meanwhile, or could not be sent it now. Refuses
 * with `send_not_found`, and as sending does where the code, or each of the personal ones, cannot be sent any more.
 */
export function retry(ctx: Context, ask: Ask): Promise<RetryReply> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockAlike(inner, ask.send);
    const asked = failedOf(inner, ask);
    const failed = await totalOf(inner.db, sql`deliveries d`, asked);
    const lacking = await whoLacks(inner, asked);
    const again = lacking.length === 0 ? [] : (await sortOutAgain(inner, lacking)).messages;
    await requeue(inner, again);
    if (again.length > 0) await recordEvent(inner, { kind: "send.retried", code, data: { send: ask.send, deliveries: again.length } });
    return { ...(await get(inner, ask.send)), requeued: again.length, passedOver: failed - again.length };
  });
}

function failedOf(ctx: Context, { send, deliveries, filter }: Ask): SQL[] {
  const conditions = conditionsOfSend(ctx, send, { ...filter, status: "failed" });
  return deliveries ? [...conditions, sql`d.id in (select item::uuid from ${each(deliveries)})`] : conditions;
}

async function requeue({ db, projectId, jobs }: Context, again: readonly Lacking[]): Promise<void> {
  if (again.length === 0) return;
  await db.execute(
    sql`update deliveries set status = 'queued', error = null, stopped_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select d.id from ${each(again.map(({ id }) => id))} join deliveries d on d.project_id = ${projectId} and d.id = item::uuid order by d.id for update of d)`,
  );
  for (const [tries, some] of Map.groupBy(again, ({ attempts }) => attempts)) {
    const next = tries + 1;
    const ids = some.map(({ id }) => id);
    await jobs.deliver(db, projectId, ids, { attempt: next, first: next });
  }
}
