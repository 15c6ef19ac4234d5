import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { RetrySendReply, retrySendEndpoint } from "@/contract/sends";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { jsonItems, countRows } from "../sql";
import { selectResendable } from "./resend-rules";
import { sendDeliveryConditions } from "./deliveries";
import { type UndeliveredMessage, lockRelatedSends, listUndelivered } from "./undelivered";
import { getSend } from "./list";

type RetrySendInput = z.output<typeof retrySendEndpoint.body>;

/**
 * Queues the failed messages of a send anew: all of them, those of `deliveries`, or those that match `filter`. Their tries count on, and the
 * pauses between them begin again. Passed over is whoever has got the code by another send meanwhile, or could not be sent it now. Refuses
 * with `send_not_found`, and as sending does where the code, or each of the personal ones, cannot be sent any more.
 */
export function retrySend(ctx: Context, id: string, ask: RetrySendInput): Promise<RetrySendReply> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockRelatedSends(inner, id);
    const asked = failedDeliveryConditions(inner, id, ask);
    const failed = await countRows(inner.db, sql`deliveries d`, asked);
    const lacking = await listUndelivered(inner, asked);
    const again = lacking.length === 0 ? [] : (await selectResendable(inner, lacking)).messages;
    await requeue(inner, again);
    if (again.length > 0) await recordEvent(inner, { kind: "send.retried", code, data: { send: id, deliveries: again.length } });
    return { ...(await getSend(inner, id)), requeued: again.length, skipped: failed - again.length };
  });
}

function failedDeliveryConditions(ctx: Context, id: string, { deliveries, filter }: RetrySendInput): SQL[] {
  const conditions = sendDeliveryConditions(ctx, id, { ...filter, status: "failed" });
  return deliveries ? [...conditions, sql`d.id in (select item::uuid from ${jsonItems(deliveries)})`] : conditions;
}

async function requeue({ db, projectId, jobs }: Context, again: readonly UndeliveredMessage[]): Promise<void> {
  if (again.length === 0) return;
  await db.execute(
    sql`update deliveries set status = 'queued', error = null, canceled_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select d.id from ${jsonItems(again.map(({ id }) => id))} join deliveries d on d.project_id = ${projectId} and d.id = item::uuid order by d.id for update of d)`,
  );
  for (const [tries, some] of Map.groupBy(again, ({ attempts }) => attempts)) {
    const next = tries + 1;
    const ids = some.map(({ id }) => id);
    await jobs.deliver(db, projectId, ids, { attempt: next, first: next });
  }
}
