import { type SQL, sql } from "drizzle-orm";
import { maxImmediateRecipients } from "@/contract/limits";
import type { RetrySendReply, SendResult } from "@/contract/sends";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { countRows } from "../sql";
import { finishCanceling } from "./cancel";
import { getSend, type LockedSend, lockSend } from "./list";
import { startLargeSend } from "./queue-large-send";
import { queueSend, type SendSubject } from "./queue-send";
import { requeueDeliveries } from "./requeue";
import { failedDeliveryConditions, type RetrySendInput, startRetry } from "./retry-in-parts";
import { getSendableCodes, isResendable, listUndelivered, lockRelatedSends, selectResendable } from "./undelivered";

/**
 * Sends the same code, or each lead's personal code, to the leads of a send who haven't received it. Skips personal codes that can no longer
 * be sent. The worker queues the emails if there are more than `maxImmediate`. Throws `send_not_found`, `nothing_to_send` if there are no such
 * leads, or the error that sending would throw if no code can be sent.
 */
export function resendUndelivered(ctx: Context, id: string, maxImmediate = maxImmediateRecipients): Promise<SendResult> {
  return inTransaction(ctx, async (inner) => {
    const ofSend = [sql`d.project_id = ${inner.projectId}`, sql`d.send_id = ${id}`];
    const count = await countRows(inner.db, sql`deliveries d`, [...ofSend, isResendable]);
    const isLarge = count > maxImmediate;
    const send = isLarge ? await lockSend(inner, id) : await lockRelatedSends(inner, id, ofSend);
    if (send.kind === "announcement")
      throw new ApiError("nothing_to_send", { message: "Retry the failed emails of an announcement instead." });
    if (isLarge) {
      await assertSendable(inner, send);
      return startLargeSend(inner, resendSubject(send), { undeliveredOf: id });
    }
    const undelivered = await listUndelivered(inner, ofSend);
    if (undelivered.length === 0) throw new ApiError("nothing_to_send");
    const { messages, skipped, error } = await selectResendable(inner, undelivered);
    if (error) throw error;
    return queueSend(inner, resendSubject(send), messages, skipped);
  });
}

const resendSubject = ({ code, batchId, fromBatch, content }: LockedSend): SendSubject =>
  code ? { kind: "code", code, content } : { kind: "invitation", batchId, fromBatch, content };

/** Throws the error that sending would throw if all emails of a send have the same code, and it can't be sent. */
async function assertSendable(ctx: Context, { code }: Pick<LockedSend, "code">): Promise<void> {
  const { error } = code ? await getSendableCodes(ctx, [code.key]) : { error: null };
  if (error) throw error;
}

/**
 * Queues the failed deliveries of a send again: all of them, those in `deliveries`, or those that match `filter`. Their attempts count on,
 * and the retry delays start again. Skips leads who received the code with another send or can't be sent it now. The worker queues them if
 * there are more than `maxImmediate`. Throws `send_not_found`, or the error that sending would throw if no code can be sent.
 */
export async function retrySend(
  ctx: Context,
  id: string,
  input: RetrySendInput,
  maxImmediate = maxImmediateRecipients,
): Promise<RetrySendReply> {
  // What is queued again while a send is being canceled would be canceled too.
  await finishCanceling(ctx, id);
  return inTransaction(ctx, async (inner) => {
    const conditions: SQL[] = failedDeliveryConditions(inner, id, input);
    const failedCount = await countRows(inner.db, sql`deliveries d`, conditions);
    if (failedCount > maxImmediate) {
      const send = await lockSend(inner, id);
      await assertSendable(inner, send);
      const job = await startRetry(inner, { send: id, filter: input.filter }, failedCount);
      return { ...(await getSend(inner, id)), requeued: 0, skipped: 0, job };
    }
    const { code } = await lockRelatedSends(inner, id, conditions);
    const undelivered = await listUndelivered(inner, conditions);
    const { messages, error } = await selectResendable(inner, undelivered);
    if (error) throw error;
    await requeueDeliveries(inner, messages);
    if (messages.length > 0) await recordEvent(inner, { kind: "send.retried", code, data: { send: id, deliveries: messages.length } });
    return { ...(await getSend(inner, id)), requeued: messages.length, skipped: failedCount - messages.length, job: null };
  });
}
