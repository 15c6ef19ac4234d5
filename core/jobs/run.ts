import { sql } from "drizzle-orm";
import type { AtomicJobKind, JobKind } from "@/contract/jobs";
import { isTimeout } from "@/db/query";
import { generateBatchHandler } from "../batches/create";
import { deleteBatchHandler } from "../batches/delete";
import { extendBatchHandler } from "../batches/extend";
import { deleteFromBinHandler } from "../bin/delete";
import { restoreHandler } from "../bin/restore";
import { codeJobHandlers } from "../codes/bulk-update";
import { type Context, inTransaction } from "../context";
import { exportHandler } from "../exports/exports";
import { checkHandler } from "../imports/check";
import { runHandler } from "../imports/run";
import { undoHandler } from "../imports/undo";
import { leadJobHandlers } from "../leads/bulk-actions";
import { tryLock } from "../locks";
import { printHandler } from "../prints/print";
import { queueSendHandler } from "../sends/queue-large-send";
import { retryHandler } from "../sends/retry-in-parts";
import { inviteHandler } from "../waves/invite-in-parts";
import { recoverHandler } from "../webhooks/recover";
import { chunkSize, nextChunkSize } from "./chunk-size";
import { type AtomicJobHandler, JobEndedError, type JobHandler, JobInUseError, type JobItem } from "./handler";
import { processChunk } from "./process-chunk";
import { acquireJob, completeJob, type RunningJob, reportProgress, stopIfActorRemoved } from "./store";

/** The number of items to list at a time. Listing can be slow when few rows match. */
const listSize = 10_000;

/** The timeout for listing and counting. It must be below the connection timeout in `db/client.ts`. */
const statementTimeout = "120s";

/**
 * Runs a job to its end, on behalf of its actor. An interrupted job continues where it stopped, but an atomic one starts over. Throws
 * before the next chunk when `signal` aborts. The caller records an `ApiError` that it throws.
 */
export async function runJob(ctx: Context, id: string, signal: AbortSignal): Promise<void> {
  const job = await acquireJob(ctx, id);
  if (!job || (await stopIfActorRemoved(ctx, job))) return;
  const jobContext: Context = { ...ctx, actor: job.actor, requestId: job.requestId };
  const handler = getJobHandler(job.kind);
  if ("run" in handler) await runAtomically(jobContext, handler, job, signal);
  else await runChunks(jobContext, handler, job, signal);
}

/** Runs a job in one transaction, and reports the progress outside of it. Does nothing if the job is canceled in the meantime. */
async function runAtomically(ctx: Context, handler: AtomicJobHandler, job: RunningJob, signal: AbortSignal): Promise<void> {
  const onProgress = async (count: number) => {
    signal.throwIfAborted();
    if (!(await reportProgress(ctx, job.id, count))) throw new JobEndedError();
  };
  try {
    await inTransaction(ctx, async (inner) => {
      // A worker that was considered dead may still be running.
      if (!(await tryLock(inner.db, "job", job.id))) throw new JobInUseError("Another worker is running this job");
      await completeJob(inner, job.id, await handler.run(inner, job, onProgress));
    });
  } catch (error) {
    if (!(error instanceof JobEndedError)) throw error;
  }
}

async function runChunks(ctx: Context, handler: JobHandler, job: RunningJob, signal: AbortSignal): Promise<void> {
  if (job.total === null) await saveTotal(ctx, handler, job);
  let after = job.progress?.after ?? null;
  let items: JobItem[] = [];
  for (let size = chunkSize.initial, more = true; ; ) {
    signal.throwIfAborted();
    if (items.length === 0 && more) {
      items = await withLongTimeout(ctx, (inner) => handler.list(inner, job, { after, limit: listSize }));
      more = items.length === listSize;
    }
    const chunk = { after, items: items.slice(0, size), isLast: !more && items.length <= size };
    const startedAt = performance.now();
    const result = await inTransaction(ctx, async (inner) => {
      // If the database fails, the chunk and its progress are lost together. The last chunk waits for all.
      if (!chunk.isLast) await inner.db.execute(sql`set local synchronous_commit = off`);
      return processChunk(inner, handler, job, chunk);
    });
    if (result === "ended") return;
    items = items.slice(size);
    // Another worker continued the job in the meantime, so list the next items again.
    if (result.after !== (chunk.items.at(-1)?.position ?? after)) [items, more] = [[], true];
    after = result.after;
    size = nextChunkSize(size, performance.now() - startedAt, handler.minChunkSize);
  }
}

function withLongTimeout<T>(ctx: Context, callback: (ctx: Context) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (inner) => {
    await inner.db.execute(sql`select set_config('statement_timeout', ${statementTimeout}, true)`);
    return callback(inner);
  });
}

/** Counts the items, to show the progress. If counting times out, the job runs without a total. */
async function saveTotal(ctx: Context, handler: JobHandler, job: RunningJob): Promise<void> {
  const total = await withLongTimeout(ctx, (inner) => handler.total(inner, job)).catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
    return null;
  });
  await ctx.db.execute(
    sql`update background_jobs set total = ${total}::int, updated_at = now() where project_id = ${ctx.projectId} and id = ${job.id} and ended_at is null`,
  );
}

const atomicHandlers = {
  "codes.generate": generateBatchHandler,
  "codes.print": printHandler,
  "list.export": exportHandler,
} satisfies Record<AtomicJobKind, unknown>;

const handlers = {
  ...atomicHandlers,
  ...codeJobHandlers,
  ...leadJobHandlers,
  "batch.extend": extendBatchHandler,
  "batch.delete": deleteBatchHandler,
  "import.check": checkHandler,
  "import.run": runHandler,
  "import.undo": undoHandler,
  "bin.restore": restoreHandler,
  "bin.delete": deleteFromBinHandler,
  "send.queue": queueSendHandler,
  "send.retry": retryHandler,
  "wave.invite": inviteHandler,
  "webhook.recover": recoverHandler,
} satisfies Record<JobKind, unknown>;

/** Returns the handler for a kind of job. The stored parameters always match it, because only `insertJob` writes them. */
const getJobHandler = (kind: JobKind): JobHandler | AtomicJobHandler => handlers[kind];
