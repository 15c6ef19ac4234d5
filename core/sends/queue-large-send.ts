import { type SQL, sql } from "drizzle-orm";
import type { SkippableGroup } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import type { SendReply } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import type { leads, sends } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { addReservedCodes, lockGrowingBatch } from "../codes/growing-batch";
import type { Context } from "../context";
import { addTallies, type Job, type JobHandler, type JobItem, type Tally } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { leadConditions } from "../leads/filter";
import type { Cursor } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countRows, joinAnd, jsonItems } from "../sql";
import { countReasons, insertSend, queueMessages, recordSend, type SendMessage, type SendSubject } from "./queue-send";
import { recordQueueingEnd } from "./queueing-end";
import { partitionRecipients } from "./recipients";

/** Who gets a large send: the leads that match a filter, without some groups. */
type QueueParams = { filter: LeadFilter; skip: readonly SkippableGroup[] };

/**
 * Creates a send to all leads that match a filter, in the caller's transaction. The worker queues its emails in parts. Those who match now
 * are its recipients.
 */
export async function startLargeSend(ctx: Context, subject: SendSubject, params: QueueParams): Promise<SendReply> {
  const received = await countRows(ctx.db, sql`leads l`, leadConditions(ctx, params.filter));
  const { id } = await insertJob<QueueParams>(ctx, { kind: "send.queue", params, total: received });
  await insertSend(ctx, subject, { id, received, notified: 0, skipped: {} });
  await recordSend(ctx, id, subject, { received });
  await ctx.queue.addBackgroundJob(ctx.db, { projectId: ctx.projectId, jobId: id });
  return { sendId: id, receivedLeads: received, notifiedLeads: 0, skipped: [], job: id };
}

/** Oldest first. Referral codes don't change with the email, so no one is listed twice or left out. */
const recipientOrder: ListOrder = {
  columns: [
    { expression: sql`l.created_at`, type: "timestamptz" },
    { expression: sql`l.referral_code`, type: "text" },
  ],
  descending: false,
};

/** The conditions on leads `l` who matched when the send was created, and still do: without those who joined since. */
function recipientConditions(ctx: Context, { params: { filter }, createdAt }: Job<QueueParams>): SQL[] {
  const start = sql`${createdAt}::timestamptz`;
  const isWaiting = filter.waitlist === true || filter.waitlistStatus === "waiting";
  return [
    ...leadConditions(ctx, filter),
    sql`l.created_at <= ${start}`,
    ...(isWaiting ? [sql`(l.waitlist_changed_at is null or l.waitlist_changed_at <= ${start})`] : []),
    // Imported leads can have an earlier date.
    sql`(l.source <> 'import' or not exists (select from import_rows r join imports i on i.project_id = r.project_id and i.id = r.import_id
      where r.project_id = l.project_id and r.email = l.email and r.result = 'created' and i.started_at > ${start}))`,
  ];
}

/** Queues the emails of a large send. Its items are the referral codes of leads. */
export const queueSendHandler: JobHandler<QueueParams> = {
  total: (ctx, job) => countRows(ctx.db, sql`leads l`, recipientConditions(ctx, job)),
  async list(ctx, job, { after, limit }): Promise<JobItem[]> {
    const conditions = [
      ...recipientConditions(ctx, job),
      ...afterCursor(recipientOrder, after === null ? null : (JSON.parse(after) as Cursor)),
    ];
    const rows = await queryRows<RowOf<typeof leads, "created_at" | "referral_code">>(
      ctx.db,
      sql`select l.created_at, l.referral_code from leads l where ${joinAnd(conditions)} order by ${orderBy(recipientOrder)} limit ${limit}`,
    );
    return rows.map(({ created_at: createdAt, referral_code: code }) => ({ id: code, position: JSON.stringify([createdAt, code]) }));
  },
  async process(ctx, { id, params }, referralCodes) {
    const send = await getQueuedSend(ctx, id);
    const batch = send.kind === "invitation" ? await lockGrowingBatch(ctx, send.batch_id ?? "") : null;
    if (send.kind === "code") await lockCode(ctx, send.code_key ?? "");
    const emails = await lockEmails(ctx, referralCodes);
    const { recipients, skipped } = await partitionRecipients(ctx, emails, { code: send.code_key ?? undefined, skip: params.skip });
    const messages: SendMessage[] = batch
      ? await addReservedCodes(ctx, batch, recipients)
      : recipients.map((email) => ({
          email,
          ...(send.kind === "code" && { codeKey: send.code_key ?? "", codeText: send.code_text ?? "" }),
        }));
    await queueMessages(ctx, { id, kind: send.kind, scheduledAt: isoTimestamp(send.scheduled_at) }, messages);
    const deleted = referralCodes.length - emails.length;
    const tally = addTallies(countReasons(skipped), deleted > 0 ? { not_a_lead: deleted } : {});
    await saveCounts(ctx, id, { notified: send.notified + messages.length, skipped: addTallies(send.skipped ?? {}, tally) });
    return { changed: messages.length, tally };
  },
  async finish(ctx, { id }) {
    const send = await getQueuedSend(ctx, id);
    const processed = Object.values(send.skipped ?? {}).reduce((sum, count) => sum + count, send.notified);
    // They were deleted or don't match anymore.
    const missing = send.received - processed;
    const skipped = missing > 0 ? addTallies(send.skipped ?? {}, { no_match: missing }) : (send.skipped ?? {});
    await saveCounts(ctx, id, { notified: send.notified, skipped, received: Math.max(send.received, processed) });
    await recordQueueingEnd(ctx, id);
  },
};

type QueuedRow = RowOf<typeof sends, "kind" | "code_key" | "code_text" | "batch_id" | "scheduled_at" | "received" | "notified" | "skipped">;

/** Returns a send whose emails are queued. Only its job changes the counts. */
async function getQueuedSend({ db, projectId }: Context, id: string): Promise<QueuedRow> {
  const [send] = await queryRows<QueuedRow>(
    db,
    sql`select kind, code_key, code_text, batch_id, scheduled_at, received, notified, skipped from sends where project_id = ${projectId} and id = ${id}`,
  );
  if (!send) throw new ApiError("send_not_found");
  return send;
}

/** Locks the code of a send against deletion, which cancels the emails that are queued by then. Throws `code_not_found`. */
async function lockCode({ db, projectId }: Context, key: string): Promise<void> {
  const rows = await queryRows(db, sql`select key from codes where project_id = ${projectId} and key = ${key} for key share`);
  if (rows.length === 0) throw new ApiError("code_not_found", { message: "The code was deleted, so the other emails weren't queued." });
}

/** Returns the emails of leads in the order of their referral codes, locked so that they don't change. */
async function lockEmails({ db, projectId }: Context, referralCodes: readonly string[]): Promise<{ email: string }[]> {
  const rows = await queryRows<RowOf<typeof leads, "email" | "referral_code">>(
    db,
    sql`select l.email, l.referral_code from leads l
      where l.project_id = ${projectId} and l.referral_code in (select item from ${jsonItems(referralCodes)}) order by l.email for key share of l`,
  );
  const emails = new Map(rows.map(({ email, referral_code: code }) => [code, email]));
  return referralCodes.flatMap((code) => emails.get(code) ?? []).map((email) => ({ email }));
}

type Counts = { notified: number; skipped: Tally; received?: number };

const saveCounts = ({ db, projectId }: Context, id: string, { notified, skipped, received }: Counts): Promise<unknown> =>
  db.execute(
    sql`update sends set notified = ${notified}::int, skipped = ${JSON.stringify(skipped)}::jsonb, received = coalesce(${received ?? null}::int, received)
      where project_id = ${projectId} and id = ${id}`,
  );
