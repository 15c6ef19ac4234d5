import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { run } from "@/core/jobs/run";
import { countTimeout, failTask } from "@/core/jobs/store";
import { Elsewhere } from "@/core/jobs/work";
import { isTimeout, isUnavailable } from "@/db/rows";
import { log } from "@/lib/log";

/** How often in a row a task may take the database too long: once may be a bad hour, and each time takes minutes of a worker. */
const mostTimeouts = 3;

const tookTooLong = () =>
  new ApiError("unavailable", {
    message: `The database took too long over this, ${mostTimeouts} times in a row, so it was stopped where it was. Ask for less at once, or try again when less is going on.`,
  });

/**
 * Works on a task until it has ended, or until `halt` aborts. Throws where it is to be gone on with later; what can never go on ends the task
 * as failed, with the name and the words of a refusal.
 */
export async function workOn(ctx: Context, task: string, halt: AbortSignal): Promise<void> {
  halt.throwIfAborted();
  try {
    await run(ctx, task, halt);
  } catch (err) {
    if (halt.aborted) throw new Error("The worker was stopped", { cause: halt.reason });
    if (err instanceof Elsewhere) throw err;
    await fail(ctx, task, await problemOf(ctx, task, err));
  }
}

/** Why a task cannot go on. Throws where it may later, without the cause: the queue keeps what a job throws, and a database error quotes values. */
async function problemOf(ctx: Context, task: string, err: unknown): Promise<ApiError> {
  if (err instanceof ApiError) return err;
  if (isTimeout(err)) {
    log.warn({ err, task }, "a task took the database too long");
    if ((await countTimeout(ctx, task)) >= mostTimeouts) return tookTooLong();
    throw new Error("The database took too long");
  }
  if (isUnavailable(err)) {
    log.warn({ err, task }, "a task has to wait for the database");
    throw new Error("The database is away");
  }
  log.error({ err, task }, "a task failed");
  return new ApiError("internal");
}

const fail = (ctx: Context, task: string, { refusal, message }: ApiError) => failTask(ctx, task, { error: refusal, message });
