import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { makeBatchEndpoint as endpoint } from "@/contract/batches";
import { defaultType } from "@/contract/kinds";
import type { TaskRecord } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { makeBatch, turnToMake } from "../codes/generate";
import { refuseTooLarge, type Watch } from "../codes/make";
import { type Context, inTransaction } from "../context";
import { get } from "../jobs/list";
import { endMade, insertTask, tellMade } from "../jobs/store";
import { Elsewhere, Ended, type Task } from "../jobs/work";

type Ask = z.output<NonNullable<typeof endpoint.body>>;

/** How many codes are made before the answer; the worker makes more. */
const few = 10_000;

/** The turn in which a batch is made; one that the worker makes need not wait for any. */
export const turnToMakeBatch = (ctx: Context, { amount, type }: Ask): string =>
  amount > few ? `task ${ctx.requestId}` : turnToMake(ctx, type);

/** Makes a batch and all its codes, or queues that where they are many. Answers how far it is. Refuses with `code_space_exhausted`. */
export function make(ctx: Context, ask: Ask): Promise<TaskRecord> {
  return inTransaction(ctx, async (inner) => {
    const task = await insertTask(inner, { kind: "codes.generate", ask, total: ask.amount });
    if (ask.amount > few) {
      await refuseTooLarge(inner, { amount: ask.amount, type: ask.type ?? defaultType });
      await inner.jobs.runTask(inner.db, { projectId: inner.projectId, task: task.id });
    } else await makeAndEnd(inner, task.id, ask);
    return get(inner, task.id);
  });
}

/**
 * Makes the batch that a task asks for, in one transaction, while the task tells beside it how far that is. Where the task is cancelled
 * meanwhile, or `halt` aborts, nothing is made, and it throws. Refuses with `code_space_exhausted`.
 */
export function makeForTask(ctx: Context, task: Task, halt: AbortSignal): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    // A worker that was taken for dead may still be at it.
    const [lock] = await rows<{ free: boolean }>(
      inner.db,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`task ${task.id}`}, 0)) as free`,
    );
    if (!lock?.free) throw new Elsewhere("Another worker makes this batch");
    // As this kind of task alone is asked, which `make` wrote down.
    await makeAndEnd(inner, task.id, task.ask as Ask, async (made) => {
      halt.throwIfAborted();
      if (!(await tellMade(ctx, task.id, made))) throw new Ended();
    });
  });
}

async function makeAndEnd(ctx: Context, taskId: string, ask: Ask, watch?: Watch): Promise<void> {
  const batch = await makeBatch(ctx, ask, watch);
  if (!(await endMade(ctx, taskId, ask.amount, batch))) throw new Ended();
}
