import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { RetrySendReply, retrySendEndpoint } from "@/contract/sends";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { countRows, jsonItems } from "../sql";
import { sendDeliveryConditions } from "./deliveries";
import { getSend } from "./list";
import { selectResendable } from "./resend-rules";
import { listUndelivered, lockRelatedSends, type UndeliveredMessage } from "./undelivered";

type RetrySendInput = z.output<typeof retrySendEndpoint.body>;

/**
 * Queues the failed deliveries of a send again: all of them, those in `deliveries`, or those that match `filter`. Their attempts count on,
 * and the retry delays start again. Skips leads who received the code with another send or can't be sent it now. Throws `send_not_found`, or
 * the error that sending would throw if no code can be sent.
 */
export function retrySend(ctx: Context, id: string, input: RetrySendInput): Promise<RetrySendReply> {
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockRelatedSends(inner, id);
    const conditions = failedDeliveryConditions(inner, id, input);
    const failedCount = await countRows(inner.db, sql`deliveries d`, conditions);
    const undelivered = await listUndelivered(inner, conditions);
    const messages = undelivered.length === 0 ? [] : (await selectResendable(inner, undelivered)).messages;
    await requeue(inner, messages);
    if (messages.length > 0) await recordEvent(inner, { kind: "send.retried", code, data: { send: id, deliveries: messages.length } });
    return { ...(await getSend(inner, id)), requeued: messages.length, skipped: failedCount - messages.length };
  });
}

function failedDeliveryConditions(ctx: Context, id: string, { deliveries, filter }: RetrySendInput): SQL[] {
  const conditions = sendDeliveryConditions(ctx, id, { ...filter, status: "failed" });
  return deliveries ? [...conditions, sql`d.id in (select item::uuid from ${jsonItems(deliveries)})`] : conditions;
}

async function requeue({ db, projectId, queue }: Context, messages: readonly UndeliveredMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db.execute(
    sql`update deliveries set status = 'queued', error = null, canceled_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select d.id from ${jsonItems(messages.map(({ id }) => id))} join deliveries d on d.project_id = ${projectId} and d.id = item::uuid order by d.id for update of d)`,
  );
  for (const [attempts, group] of Map.groupBy(messages, (message) => message.attempts)) {
    const attempt = attempts + 1;
    const ids = group.map(({ id }) => id);
    await queue.addDeliveries(db, projectId, ids, { attempt, firstAttempt: attempt });
  }
}
