import type { JobKind, JobRecord } from "@/contract/jobs";
import { isTimeout } from "@/db/query";
import { type Context, inTransaction } from "../context";
import type { Job, JobHandler, JobItem, NamedBatch } from "./handler";
import { getJob } from "./jobs";
import { processChunk } from "./process-chunk";
import { insertJob } from "./store";

/** The maximum number of items to process within the request. The worker processes larger jobs. */
export const inlineLimit = 500;

/** Creates a job. A small job is completed in this transaction, unless `runInBackground` is set; a larger one is queued for the worker. */
export function startJob<Params>(
  ctx: Context,
  handler: JobHandler<Params>,
  { runInBackground = false, ...input }: { kind: JobKind; params: Params; batch?: NamedBatch; runInBackground?: boolean },
): Promise<JobRecord> {
  return inTransaction(ctx, async (inner) => {
    const job = await insertJob(inner, input);
    const items = runInBackground ? null : await listIfFew(inner, handler, job);
    if (items === null) {
      await handler.prepare?.(inner, job);
      await inner.queue.addBackgroundJob(inner.db, { projectId: inner.projectId, jobId: job.id });
    } else await processChunk(inner, handler, job, { after: null, items, isLast: true });
    return getJob(inner, job.id);
  });
}

/** Returns all items of a small job, or null if there are more than `inlineLimit` or listing them times out. */
async function listIfFew<Params>(ctx: Context, handler: JobHandler<Params>, job: Job<Params>): Promise<JobItem[] | null> {
  try {
    const items = await inTransaction(ctx, (inner) => handler.list(inner, job, { after: null, limit: inlineLimit + 1 }));
    return items.length > inlineLimit ? null : items;
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}
