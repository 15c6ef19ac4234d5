import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { SavedEmailSkipReason } from "@/contract/enums";
import type { AutomaticEmailRecord, listMessagesEndpoint, resendMessageEndpoint, retryMessagesEndpoint } from "@/contract/messages";
import { queryRows, type RowOf } from "@/db/query";
import type { deliveries } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, joinAnd, uuidsIn } from "../sql";
import { queueAutomaticEmail } from "./queue-automatic-email";
import { type MessageRow, messageFields } from "./record";
import { type RequeueResult, requeueNeeded } from "./requeue";
import { retrySend } from "./resend";
import { skipReason, suppressionReasons } from "./skip-reason";

type MessagesQuery = z.output<NonNullable<typeof listMessagesEndpoint.query>>;
type RetryInput = z.output<typeof retryMessagesEndpoint.body>;
type ResendInput = z.output<typeof resendMessageEndpoint.body>;

/** The condition of an index that has all automatic emails `d`. */
const isAutomatic = sql`(d.send_id is null or d.is_automatic)`;

/** Whether an email `d` has an invitation of a wave, also if staff sent it again. */
const hasInvitationOf = (wave: string) => sql`d.kind = 'code' and exists (
  select from lead_invitations i where i.project_id = d.project_id and i.wave_id = ${wave} and i.code_key = d.code_key and i.email = d.email)`;

/** The conditions of a filter on automatic emails `d`. */
function messageConditions(
  { projectId }: Context,
  { kind, email, status, wave }: Pick<MessagesQuery, "kind" | "email" | "status" | "wave">,
): SQL[] {
  const conditions: SQL[] = [sql`d.project_id = ${projectId}`, wave ? hasInvitationOf(wave) : isAutomatic];
  if (kind) conditions.push(kind !== "invitation" ? sql`d.kind = ${kind}` : wave ? sql`true` : sql`d.is_automatic`);
  if (email) conditions.push(sql`d.email = ${email}`);
  if (status) conditions.push(sql`d.status = ${status}`);
  return conditions;
}

const newestFirst: ListOrder = {
  columns: [
    { expression: sql`d.created_at`, type: "timestamptz" },
    { expression: sql`d.id`, type: "uuid" },
  ],
  descending: true,
};

type AutomaticEmailRow = MessageRow & RowOf<typeof deliveries, "kind" | "send_id" | "code_text">;

const automaticEmailRecord = (row: AutomaticEmailRow): AutomaticEmailRecord => ({
  ...messageFields(row),
  // The only automatic emails with a send are the invitations of waves.
  kind: row.kind === "code" || row.kind === "announcement" ? "invitation" : row.kind,
  send: row.send_id,
  code: row.code_text,
});

/** Lists automatic emails, newest first. */
export function listMessages(ctx: Context, query: MessagesQuery): Promise<ListResult<AutomaticEmailRecord>> {
  const conditions = messageConditions(ctx, query);
  return paginate<AutomaticEmailRow, AutomaticEmailRecord>(ctx, query, {
    order: "messages",
    rows: (after, limit) =>
      sql`select d.* from deliveries d where ${joinAnd([...conditions, ...afterCursor(newestFirst, after)])} order by ${orderBy(newestFirst)} limit ${limit}`,
    cursor: (row) => [row.created_at, row.id],
    toRecord: automaticEmailRecord,
    count: (maxCount) => countQuery(sql`deliveries d`, conditions, maxCount),
  });
}

/** Queues failed automatic emails again: all of them, those in `messages`, or those that match `filter`. Skips those that are no longer needed. */
export function retryMessages(ctx: Context, { messages, filter = {} }: RetryInput): Promise<RequeueResult> {
  return inTransaction(ctx, async (inner) => {
    const conditions = messageConditions(inner, { ...filter, status: "failed" });
    if (messages) conditions.push(sql`d.id in ${uuidsIn(messages)}`);
    const automatic = await requeueNeeded(inner, [...conditions, sql`d.send_id is null`]);
    const result = await retryInvitations(inner, conditions, automatic);
    if (automatic.requeued > 0) await recordEvent(inner, { kind: "messages.retried", data: { deliveries: automatic.requeued } });
    return result;
  });
}

/** Retries the failed invitations of waves, send by send. */
async function retryInvitations(ctx: Context, conditions: readonly SQL[], { requeued, skipped }: RequeueResult): Promise<RequeueResult> {
  const failed = await queryRows<{ send: string; ids: string[] }>(
    ctx.db,
    sql`select d.send_id as send, json_agg(d.id) as ids from deliveries d where ${joinAnd([...conditions, sql`d.send_id is not null`])} group by d.send_id order by d.send_id`,
  );
  const result = { requeued, skipped };
  for (const { send, ids } of failed) {
    try {
      const retried = await inTransaction(ctx, (inner) => retrySend(inner, send, { deliveries: ids }));
      result.requeued += retried.requeued;
      result.skipped += retried.skipped;
    } catch (error) {
      // None of its codes can be sent anymore.
      if (!(error instanceof ApiError)) throw error;
      result.skipped += ids.length;
    }
  }
  return result;
}

const noCode = () => sql`select null as key, null as text limit 0`;

/** A query for the code that another email of each kind to a lead is about: that of their invitation, of their last claim, or of the last such email. */
const lastCode: Record<ResendInput["kind"], (projectId: number, email: string) => SQL> = {
  joined: noCode,
  confirm: noCode,
  confirm_claim: (projectId, email) => sql`select d.code_key as key, d.code_text as text from deliveries d
    where d.project_id = ${projectId} and d.email = ${email} and d.kind = 'confirm_claim' order by d.created_at desc limit 1`,
  claimed: (projectId, email) => sql`select c.key, c.text from claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
    where k.project_id = ${projectId} and k.email = ${email} order by k.claimed_at desc limit 1`,
  reminder: (projectId, email) => sql`select i.code_key as key, i.code_text as text from leads l
    join lead_invitations i on i.project_id = l.project_id and i.code_key = l.invitation_code and i.email = l.email
    where l.project_id = ${projectId} and l.email = ${email}`,
};

/**
 * Sends a lead another automatic email of a kind, however often they got it. Throws `lead_not_found`, `lead_suppressed`, or `email_not_needed`
 * if they don't need it.
 */
export function resendMessage(ctx: Context, { email, kind }: ResendInput): Promise<AutomaticEmailRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const [lead] = await queryRows<{ key: string | null; text: string | null; reason: SavedEmailSkipReason | null }>(
      db,
      sql`with code as (${lastCode[kind](projectId, email)}), d as (
          select l.project_id, l.email, ${kind}::text as kind, null::uuid as send_id, (select key from code) as code_key, (select text from code) as code_text
          from leads l where l.project_id = ${projectId} and l.email = ${email} for key share
        )
        select d.code_key as key, d.code_text as text, ${skipReason} as reason from d`,
    );
    if (!lead) throw new ApiError("lead_not_found");
    if (lead.reason !== null && suppressionReasons.includes(lead.reason)) throw new ApiError("lead_suppressed");
    const code = lead.key !== null && lead.text !== null ? { key: lead.key, text: lead.text } : undefined;
    if (lead.reason !== null || (lastCode[kind] !== noCode && !code)) throw new ApiError("email_not_needed");
    const [id] = await queueAutomaticEmail(inner, email, kind, code, { isLimited: false });
    await recordEvent(inner, { kind: "lead.email_resent", email, code, data: { kind } });
    const [row] = await queryRows<AutomaticEmailRow>(
      db,
      sql`select d.* from deliveries d where d.project_id = ${projectId} and d.id = ${id ?? null}::uuid`,
    );
    if (!row) throw new Error("The email was not queued");
    return automaticEmailRecord(row);
  });
}
