import type { Context } from "@/core/context";
import { Refusal } from "@/core/refusal";
import { run } from "@/core/tasks/run";
import { failTask } from "@/core/tasks/store";
import { Elsewhere } from "@/core/tasks/work";
import { isUnavailable } from "@/db/rows";
import { log } from "@/lib/log";

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
    // Without its cause: the queue keeps what a job throws, and a database error quotes values.
    if (isUnavailable(err)) {
      log.warn({ err, task }, "a task has to wait for the database");
      throw new Error("The database is away");
    }
    if (!(err instanceof Refusal)) log.error({ err, task }, "a task failed");
    const { refusal, message } = err instanceof Refusal ? err : new Refusal("internal");
    await failTask(ctx, task, { error: refusal, message });
  }
}
