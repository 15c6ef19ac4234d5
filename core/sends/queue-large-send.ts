import { sql } from "drizzle-orm";
import type { SendResult } from "@/contract/sends";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { addTallies, type Job, type JobHandler, type Tally } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { type MatchingParams, matchingLeads } from "./matching-leads";
import { insertSend, queueMessages, recordSend, type SendSubject } from "./queue-send";
import { recordQueueingEnd } from "./queueing-end";
import type { QueuedRow, RecipientSource } from "./recipient-source";
import { type UndeliveredParams, undeliveredLeads } from "./undelivered-leads";

/** Who gets a large send: the leads that match a filter, or those who didn't get another send. */
type QueueParams = MatchingParams | UndeliveredParams;

/**
 * Creates a send to many leads, in the caller's transaction. The worker queues its emails in parts. Those who match now are its recipients.
 */
export async function startLargeSend(ctx: Context, subject: SendSubject, params: QueueParams): Promise<SendResult> {
  const received = await countRecipients(ctx, params);
  const { id } = await insertJob<QueueParams>(ctx, { kind: "send.queue", params, total: received });
  await insertSend(ctx, subject, { id, received, notified: 0, skipped: {} });
  await recordSend(ctx, id, subject, { received });
  await ctx.queue.addBackgroundJob(ctx.db, { projectId: ctx.projectId, jobId: id });
  return { sendId: id, receivedLeads: received, notifiedLeads: 0, skipped: [], job: id };
}

const countRecipients = (ctx: Context, params: QueueParams): Promise<number> =>
  "filter" in params ? matchingLeads.count(ctx, params) : undeliveredLeads.count(ctx, params);

/** The source of a job's recipients, with the job as it needs it. */
const withSource = <Result>(
  { params, ...job }: Job<QueueParams>,
  run: <Params>(source: RecipientSource<Params>, job: Job<Params>) => Result,
): Result => ("filter" in params ? run(matchingLeads, { ...job, params }) : run(undeliveredLeads, { ...job, params }));

/** Queues the emails of a large send. */
export const queueSendHandler: JobHandler<QueueParams> = {
  total: (ctx, all) => withSource(all, (source, job) => source.total(ctx, job)),
  list: (ctx, all, range) => withSource(all, (source, job) => source.list(ctx, job, range)),
  async process(ctx, all, ids) {
    const { id } = all;
    const send = await getQueuedSend(ctx, id);
    const { messages, skipped: tally } = await withSource(all, (source, job) => source.select(ctx, send, job, ids));
    await queueMessages(ctx, { id, kind: send.kind, scheduledAt: isoTimestamp(send.scheduled_at) }, messages);
    await saveCounts(ctx, id, { notified: send.notified + messages.length, skipped: addTallies(send.skipped ?? {}, tally) });
    return { changed: messages.length, tally };
  },
  async finish(ctx, { id, params }) {
    const send = await getQueuedSend(ctx, id);
    const processed = Object.values(send.skipped ?? {}).reduce((sum, count) => sum + count, send.notified);
    // They were deleted or don't match anymore. Those who got another send since don't need this one.
    const missing = "filter" in params ? send.received - processed : 0;
    const skipped = missing > 0 ? addTallies(send.skipped ?? {}, { no_match: missing }) : (send.skipped ?? {});
    await saveCounts(ctx, id, { notified: send.notified, skipped, received: processed + Math.max(0, missing) });
    await recordQueueingEnd(ctx, id);
  },
};

/** Returns a send whose emails are queued. Only its job changes the counts. */
async function getQueuedSend({ db, projectId }: Context, id: string): Promise<QueuedRow> {
  const [send] = await queryRows<QueuedRow>(
    db,
    sql`select kind, code_key, code_text, batch_id, from_batch, scheduled_at, received, notified, skipped from sends where project_id = ${projectId} and id = ${id}`,
  );
  if (!send) throw new ApiError("send_not_found");
  return send;
}

type Counts = { notified: number; skipped: Tally; received?: number };

const saveCounts = ({ db, projectId }: Context, id: string, { notified, skipped, received }: Counts): Promise<unknown> =>
  db.execute(
    sql`update sends set notified = ${notified}::int, skipped = ${JSON.stringify(skipped)}::jsonb, received = coalesce(${received ?? null}::int, received)
      where project_id = ${projectId} and id = ${id}`,
  );
