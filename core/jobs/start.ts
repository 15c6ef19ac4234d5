import type { TaskKind, TaskRecord } from "@/contract/tasks";
import { isTimeout } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { get } from "./list";
import { step } from "./step";
import { insertTask, type NamedBatch } from "./store";
import type { Task, Thing, Work } from "./work";

/** How many things are done before the answer; the worker does more. */
export const few = 500;

/** Does what is asked where it is for few things, in one transaction; else queues it for the worker. Answers how far it is. */
export function begin<Ask>(ctx: Context, work: Work<Ask>, asked: { kind: TaskKind; ask: Ask; batch?: NamedBatch }): Promise<TaskRecord> {
  return inTransaction(ctx, async (inner) => {
    const task = await insertTask(inner, asked);
    const things = await listFew(inner, work, task);
    if (things === null) {
      await work.beforehand?.(inner, task);
      await inner.jobs.runTask(inner.db, { projectId: inner.projectId, task: task.id });
    } else await step(inner, work, task, { after: null, things, last: true });
    return get(inner, task.id);
  });
}

/** All that a task is about, where that is few; null where it is more, or listing it takes longer than an answer may. */
async function listFew<Ask>(ctx: Context, work: Work<Ask>, task: Task<Ask>): Promise<Thing[] | null> {
  try {
    const things = await inTransaction(ctx, (inner) => work.list(inner, task, { after: null, limit: few + 1 }));
    return things.length > few ? null : things;
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}
