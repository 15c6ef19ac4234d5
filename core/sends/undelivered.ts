import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "../codes/record";
import { codeError, sendError } from "../codes/rules";
import type { Context } from "../context";
import { unindexed } from "../sort-order";
import { itemsIn, joinAnd, uuidsIn } from "../sql";
import { type LockedSend, lockSend } from "./list";
import type { SendMessage } from "./queue-send";
import { partitionRecipients, type SkippedRecipient } from "./recipients";
import { statusList, undeliveredStatuses } from "./record";

/** A delivery that its lead hasn't received. */
type UndeliveredMessage = { id: string; email: string; codeKey?: string; attempts: number };

/** The final statuses after which a code can be sent again. */
const resendableStatuses = ["failed", "canceled"] as const;

/** Whether a delivery `d` failed or was canceled, so that it can be sent again. */
export const isResendable: SQL = sql`d.status in (${statusList(resendableStatuses)})`;

/** Whether `o` is another delivery of the same code to the same lead as `d`. Found by the lead, who has few deliveries; a code can have many. */
const isSameCodeAndLead = joinAnd([
  sql`o.project_id = d.project_id and o.email = d.email and o.send_id <> d.send_id`,
  ...unindexed([sql`o.code_key = d.code_key`]),
]);

/** Whether another send delivered the code of `d` to its lead, or is about to. */
export const isSentOtherwise: SQL = sql`exists (select from deliveries o where ${isSameCodeAndLead} and o.status not in (${statusList(undeliveredStatuses)}))`;

/**
 * Locks a send like `lockSend`, together with the sends that have the same code for a lead of its deliveries `d` that meet `conditions`. If
 * two calls resend the same code, the second one then sees what the first one queued. Locks in id order to prevent deadlocks.
 */
export async function lockRelatedSends(ctx: Context, id: string, conditions: readonly SQL[]): Promise<LockedSend> {
  const { db, projectId } = ctx;
  await db.execute(
    sql`select count(*) from (
      select from sends where project_id = ${projectId} and (id = ${id} or id = any(array(
        select o.send_id from deliveries d join deliveries o on ${isSameCodeAndLead} where ${joinAnd(conditions)} and ${isResendable})))
      order by id for no key update) as locked`,
  );
  return lockSend(ctx, id);
}

/**
 * Returns the deliveries `d` that meet `conditions` and whose leads haven't received the code: it failed or was canceled, and no other send
 * delivered it or is about to. Sorted by email.
 */
export async function listUndelivered({ db }: Context, conditions: readonly SQL[]): Promise<UndeliveredMessage[]> {
  const rows = await queryRows<Omit<UndeliveredMessage, "codeKey"> & { codeKey: string | null }>(
    db,
    sql`select d.id, d.email, d.code_key as "codeKey", d.attempts from deliveries d
      where ${joinAnd(conditions)} and ${isResendable} and not ${isSentOtherwise}
      order by d.email`,
  );
  return rows.map(({ codeKey, ...row }) => ({ ...row, ...(codeKey === null ? {} : { codeKey }) }));
}

/** Undelivered messages that can be sent again, and those that are skipped. `error` is that of sending if none of the codes can be sent. */
type ResendSelection = { messages: (UndeliveredMessage & SendMessage)[]; skipped: SkippedRecipient[]; error: ApiError | null };

/**
 * Splits undelivered messages into those that can be sent again and those that are skipped and why, in the order given. Locks codes and
 * leads against deletion.
 */
export async function selectResendable(ctx: Context, undelivered: readonly UndeliveredMessage[]): Promise<ResendSelection> {
  const keys = [...new Set(undelivered.flatMap(({ codeKey }) => codeKey ?? []))];
  const { texts, error } = await getSendableCodes(ctx, keys);
  const { skipped } = await partitionRecipients(ctx, undelivered);
  const returned = await findReturnedCodes(ctx, undelivered);
  // `already_claimed` takes precedence over `code_unusable`: a claimed code is usually exhausted too.
  const reasons = new Map(skipped.map(({ email, reason }) => [email, reason]));
  const selection: ResendSelection = { messages: [], skipped: [], error };
  for (const message of undelivered) {
    const codeText = returned.has(message.id) ? undefined : texts.get(message.codeKey ?? "");
    const reason = reasons.get(message.email) ?? (message.codeKey !== undefined && codeText === undefined ? "code_unusable" : null);
    if (reason !== null) selection.skipped.push({ email: message.email, reason });
    else selection.messages.push({ ...message, ...(codeText === undefined ? {} : { codeText }) });
  }
  return selection;
}

/** Returns which of these deliveries had a code of an existing batch that has gone back to it, because the email was canceled or the invitation ended. */
async function findReturnedCodes({ db, projectId }: Context, undelivered: readonly UndeliveredMessage[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select d.id from deliveries d join sends s on s.project_id = d.project_id and s.id = d.send_id and s.from_batch
        left join codes c on c.project_id = d.project_id and c.key = d.code_key
      where d.project_id = ${projectId} and d.id in ${uuidsIn(undelivered.map(({ id }) => id))} and c.reserved_for is distinct from d.email`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks some deliveries `d` of a send, and splits those that weren't delivered like `selectResendable`. Throws the error of sending if the send has
 * one code for all. If each lead has a personal code, those of other parts may be sendable.
 */
export async function selectPart(ctx: Context, send: string, conditions: readonly SQL[]): Promise<Omit<ResendSelection, "error">> {
  const { code } = await lockRelatedSends(ctx, send, conditions);
  const { error, ...selection } = await selectResendable(ctx, await listUndelivered(ctx, conditions));
  if (code && error) throw error;
  return selection;
}

type SendableCodes = { texts: Map<string, string>; error: ApiError | null };

/** Returns the texts of the codes that can be sent, by key, and an error if there are none. */
export async function getSendableCodes({ db, projectId }: Context, keys: readonly string[]): Promise<SendableCodes> {
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
  return { texts, error: texts.size === 0 && firstError ? firstError : null };
}
