import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { retrySendEndpoint } from "@/contract/sends";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { type JobHandler, listMatchingRows } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { countRows, uuidsIn } from "../sql";
import { deliveryConditions } from "./deliveries";
import { lockSend } from "./list";
import { requeueDeliveries } from "./requeue";
import { selectPart } from "./undelivered";

export type RetrySendInput = z.output<typeof retrySendEndpoint.body>;

/** The conditions on the failed deliveries `d` of a send to retry. */
export function failedDeliveryConditions(ctx: Context, id: string, { deliveries, filter }: RetrySendInput): SQL[] {
  const conditions = deliveryConditions(ctx, { ...filter, send: id, status: "failed" });
  return deliveries ? [...conditions, sql`d.id in ${uuidsIn(deliveries)}`] : conditions;
}

/** Which failed emails of a send are queued again. */
type RetryParams = { send: string; filter?: RetrySendInput["filter"] };

/** Queues a job that retries `total` failed emails of a send in parts, in the caller's transaction. Returns its ID. */
export async function startRetry(ctx: Context, params: RetryParams, total: number): Promise<string> {
  const { id } = await insertJob<RetryParams>(ctx, { kind: "send.retry", params, total });
  await ctx.queue.addBackgroundJob(ctx.db, { projectId: ctx.projectId, jobId: id });
  return id;
}

const failedConditions = (ctx: Context, { send, filter }: RetryParams): SQL[] => failedDeliveryConditions(ctx, send, { filter });

/** Queues failed emails again. Its items are deliveries, in the order of their IDs, so that each is retried at most once. */
export const retryHandler: JobHandler<RetryParams> = {
  total: (ctx, { params }) => countRows(ctx.db, sql`deliveries d`, failedConditions(ctx, params)),
  list: (ctx, { params }, range) =>
    listMatchingRows(
      ctx,
      { from: sql`deliveries d`, id: sql`d.id`, project: sql`d.project_id`, conditions: failedConditions(ctx, params) },
      range,
    ),
  async process(ctx, { params }, ids) {
    const conditions = failedDeliveryConditions(ctx, params.send, { deliveries: [...ids] });
    const { messages } = await selectPart(ctx, params.send, conditions);
    await requeueDeliveries(ctx, messages);
    return { changed: messages.length };
  },
  async finish(ctx, { params: { send } }, { changed }) {
    const { code } = await lockSend(ctx, send);
    if (changed > 0) await recordEvent(ctx, { kind: "send.retried", code, data: { send, deliveries: changed } });
  },
};
