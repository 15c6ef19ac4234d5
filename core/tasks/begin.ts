import type { TaskKind, TaskRecord } from "@/contract/tasks";
import { type Context, inTransaction } from "../context";
import { get } from "./list";
import { step } from "./step";
import { insertTask, type NamedBatch } from "./store";
import type { Work } from "./work";

/** How many things are done before the answer; the worker does more. */
export const few = 500;

/** Does what is asked where it is for few things, in one transaction; else queues it for the worker. Answers how far it is. */
export function begin<Ask>(ctx: Context, work: Work<Ask>, asked: { kind: TaskKind; ask: Ask; batch?: NamedBatch }): Promise<TaskRecord> {
  return inTransaction(ctx, async (inner) => {
    const task = await insertTask(inner, asked);
    const things = await work.list(inner, task, { after: null, limit: few + 1 });
    if (things.length > few) {
      await work.beforehand?.(inner, task);
      await inner.jobs.runTask(inner.db, { projectId: inner.projectId, task: task.id });
    } else await step(inner, work, task, { after: null, things, last: true });
    return get(inner, task.id);
  });
}
