import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { RetrySendReply, retrySendEndpoint, SendReply } from "@/contract/sends";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "../codes/record";
import { codeError, sendError } from "../codes/rules";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { unindexed } from "../sort-order";
import { countRows, itemsIn, joinAnd, uuidsIn } from "../sql";
import { finishCanceling } from "./cancel";
import { deliveryConditions } from "./deliveries";
import { getSend, type LockedSend, lockSend } from "./list";
import { queueSend, type SendMessage } from "./queue-send";
import { partitionRecipients, type SkippedRecipient } from "./recipients";
import { statusList, undeliveredStatuses } from "./record";
import { requeueDeliveries } from "./requeue";

/**
 * Sends the same code, or each lead's personal code, to the leads of a send who haven't received it. Skips personal codes that can no longer
 * be sent. Throws `send_not_found`, `nothing_to_send` if there are no such leads, or the error that sending would throw if no code can be sent.
 */
export function resendUndelivered(ctx: Context, id: string): Promise<SendReply> {
  return inTransaction(ctx, async (inner) => {
    const { kind, code, batchId, content } = await lockRelatedSends(inner, id);
    if (kind === "announcement") throw new ApiError("nothing_to_send", { message: "Retry the failed emails of an announcement instead." });
    const undelivered = await listUndelivered(inner, [sql`d.project_id = ${inner.projectId}`, sql`d.send_id = ${id}`]);
    if (undelivered.length === 0) throw new ApiError("nothing_to_send");
    const { messages, skipped } = await selectResendable(inner, undelivered);
    return queueSend(inner, code ? { kind: "code", code, content } : { kind: "invitation", batchId, content }, messages, skipped);
  });
}

type RetrySendInput = z.output<typeof retrySendEndpoint.body>;

/**
 * Queues the failed deliveries of a send again: all of them, those in `deliveries`, or those that match `filter`. Their attempts count on,
 * and the retry delays start again. Skips leads who received the code with another send or can't be sent it now. Throws `send_not_found`, or
 * the error that sending would throw if no code can be sent.
 */
export async function retrySend(ctx: Context, id: string, input: RetrySendInput): Promise<RetrySendReply> {
  // What is queued again while a send is being canceled would be canceled too.
  await finishCanceling(ctx, id);
  return inTransaction(ctx, async (inner) => {
    const { code } = await lockRelatedSends(inner, id);
    const conditions = failedDeliveryConditions(inner, id, input);
    const failedCount = await countRows(inner.db, sql`deliveries d`, conditions);
    const undelivered = await listUndelivered(inner, conditions);
    const messages = undelivered.length === 0 ? [] : (await selectResendable(inner, undelivered)).messages;
    await requeueDeliveries(inner, messages);
    if (messages.length > 0) await recordEvent(inner, { kind: "send.retried", code, data: { send: id, deliveries: messages.length } });
    return { ...(await getSend(inner, id)), requeued: messages.length, skipped: failedCount - messages.length };
  });
}

function failedDeliveryConditions(ctx: Context, id: string, { deliveries, filter }: RetrySendInput): SQL[] {
  const conditions = deliveryConditions(ctx, { ...filter, send: id, status: "failed" });
  return deliveries ? [...conditions, sql`d.id in ${uuidsIn(deliveries)}`] : conditions;
}

type ResendSelection = { messages: (UndeliveredMessage & SendMessage)[]; skipped: SkippedRecipient[] };

/**
 * Splits undelivered messages into those that can be sent again and those that are skipped and why, in the order given. Locks codes and
 * leads against deletion. Throws the error that sending would throw if none of the codes can be sent.
 */
async function selectResendable(ctx: Context, undelivered: readonly UndeliveredMessage[]): Promise<ResendSelection> {
  const codeTexts = await getSendableCodes(ctx, undelivered);
  const { skipped } = await partitionRecipients(ctx, undelivered);
  // `already_claimed` takes precedence over `code_unusable`: a claimed code is usually exhausted too.
  const reasons = new Map(skipped.map(({ email, reason }) => [email, reason]));
  const selection: ResendSelection = { messages: [], skipped: [] };
  for (const message of undelivered) {
    const codeText = codeTexts.get(message.codeKey ?? "");
    const reason = reasons.get(message.email) ?? (message.codeKey !== undefined && codeText === undefined ? "code_unusable" : null);
    if (reason !== null) selection.skipped.push({ email: message.email, reason });
    else selection.messages.push({ ...message, ...(codeText === undefined ? {} : { codeText }) });
  }
  return selection;
}

/** Returns the texts of the codes that can be sent, by key. Throws an error if there are none. */
async function getSendableCodes({ db, projectId }: Context, undelivered: readonly UndeliveredMessage[]): Promise<Map<string, string>> {
  const keys = [...new Set(undelivered.flatMap(({ codeKey }) => codeKey ?? []))];
  const rows = await queryRows<CodeRow>(
    db,
    sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key in ${itemsIn(keys)} order by c.key for key share of c`,
  );
  const codes = new Map(rows.map((code) => [code.key, code]));
  const texts = new Map<string, string>();
  let firstError: ApiError | undefined;
  for (const key of keys) {
    const code = codes.get(key);
    const errorName = code ? sendError(codeState(code), isoTimestamp(code.now)) : "code_not_found";
    if (code && errorName === null) texts.set(key, code.text);
    else if (errorName !== null) firstError ??= code ? codeError(errorName, codeState(code)) : new ApiError(errorName);
  }
  if (texts.size === 0 && firstError) throw firstError;
  return texts;
}

/** A delivery that its lead hasn't received. */
type UndeliveredMessage = { id: string; email: string; codeKey?: string; attempts: number };

/** The final statuses after which a code can be sent again. */
const resendableStatuses = ["failed", "canceled"] as const;

/** Whether `o` is another delivery of the same code to the same lead as `d`. Found by the lead, who has few deliveries; a code can have many. */
const isSameCodeAndLead = joinAnd([
  sql`o.project_id = d.project_id and o.email = d.email and o.send_id <> d.send_id`,
  ...unindexed([sql`o.code_key = d.code_key`]),
]);

/** Whether another send delivered the code of `d` to its lead, or is about to. */
export const isSentOtherwise: SQL = sql`exists (select from deliveries o where ${isSameCodeAndLead} and o.status not in (${statusList(undeliveredStatuses)}))`;

/**
 * Locks a send like `lockSend`, together with the sends that have the same code for a lead who hasn't received it. If two calls resend the
 * same code, the second one then sees what the first one queued. Locks in id order to prevent deadlocks.
 */
async function lockRelatedSends(ctx: Context, id: string): Promise<LockedSend> {
  const { db, projectId } = ctx;
  await db.execute(
    sql`select count(*) from (
      select from sends where project_id = ${projectId} and (id = ${id} or id = any(array(
        select o.send_id from deliveries d join deliveries o on ${isSameCodeAndLead}
        where d.project_id = ${projectId} and d.send_id = ${id} and d.status in (${statusList(resendableStatuses)}))))
      order by id for no key update) as locked`,
  );
  return lockSend(ctx, id);
}

/**
 * Returns the deliveries `d` that meet `conditions` and whose leads haven't received the code: it failed or was canceled, and no other send
 * delivered it or is about to. Sorted by email.
 */
async function listUndelivered({ db }: Context, conditions: readonly SQL[]): Promise<UndeliveredMessage[]> {
  const rows = await queryRows<Omit<UndeliveredMessage, "codeKey"> & { codeKey: string | null }>(
    db,
    sql`select d.id, d.email, d.code_key as "codeKey", d.attempts from deliveries d
      where ${joinAnd(conditions)} and d.status in (${statusList(resendableStatuses)})
        and not ${isSentOtherwise}
      order by d.email`,
  );
  return rows.map(({ codeKey, ...row }) => ({ ...row, ...(codeKey === null ? {} : { codeKey }) }));
}
