import { ApiError } from "@/core/api-error";
import { type Context, inTransaction } from "@/core/context";
import { recordImportStop } from "@/core/imports/record-stop";
import { JobInUseError } from "@/core/jobs/handler";
import { runJob } from "@/core/jobs/run";
import { failJob, recordTimeout } from "@/core/jobs/store";
import { recordQueueingEnd } from "@/core/sends/queueing-end";
import { isTimeout, isUnavailable } from "@/db/query";
import { log } from "@/lib/log";

/** How many database timeouts in a row a job may have. A single one can be bad luck, but each blocks a worker for minutes. */
const maxTimeouts = 3;

const timeoutError = () =>
  new ApiError("unavailable", {
    message: `The database timed out ${maxTimeouts} times in a row, so the job was stopped. Try a smaller selection, or try again later.`,
  });

/** Runs a background job until it ends or `signal` aborts. Throws if it should be retried. An error that cannot be retried fails the job. */
export async function runBackgroundJob(ctx: Context, jobId: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await runJob(ctx, jobId, signal);
  } catch (err) {
    if (signal.aborted) throw new Error("The worker was stopped", { cause: signal.reason });
    if (err instanceof JobInUseError) throw err;
    const { errorName, message } = await failureReason(ctx, jobId, err);
    await inTransaction(ctx, async (inner) => {
      if (!(await failJob(inner, jobId, { error: errorName, message }))) return;
      await recordQueueingEnd(inner, jobId);
      await recordImportStop(inner, jobId);
    });
  }
}

/** Returns why a job failed. Throws if it can be retried, without a cause: the queue stores what a job throws, and database errors contain values. */
async function failureReason(ctx: Context, jobId: string, err: unknown): Promise<ApiError> {
  if (err instanceof ApiError) return err;
  if (isTimeout(err)) {
    log.warn({ err, job: jobId }, "background job timed out in the database");
    if ((await recordTimeout(ctx, jobId)) >= maxTimeouts) return timeoutError();
    throw new Error("The database timed out");
  }
  if (isUnavailable(err)) {
    log.warn({ err, job: jobId }, "background job is waiting for the database");
    throw new Error("The database is unavailable");
  }
  log.error({ err, job: jobId }, "background job failed");
  return new ApiError("internal");
}
