import { sql } from "drizzle-orm";
import { isTimeout } from "@/db/rows";
import { makeForTask } from "../batches/make";
import { type Context, inTransaction } from "../context";
import { step } from "./step";
import { type Taken, takeTask } from "./store";
import { Ended, type Thing, type Work } from "./work";
import { workOf } from "./works";

/** How long one stretch is to take, in milliseconds: what it holds locked waits, and so does whoever cancels the task. */
const stretchTakes = { least: 200, most: 800 };

/** The things in one stretch; the first is small, as nobody knows yet how long they take. */
const stretchHas = { least: 50, first: 200, most: 2000 };

/** The things that are listed at a time: listing may take long where few of many match. */
const listed = 10_000;

/** How long listing, and counting, may take: nobody waits for an answer, and it is less than the silence that `db/client.ts` bears. */
const patience = "120s";

/**
 * Works on a task until it has ended, as who asked for it. It goes on where a worker before left off; a batch is made from the beginning.
 * Where `halt` aborts, it stops before the next stretch and throws. A refusal is for the caller to write down.
 */
export async function run(ctx: Context, id: string, halt: AbortSignal): Promise<void> {
  const task = await takeTask(ctx, id);
  if (!task) return;
  const acting: Context = { ...ctx, actor: task.actor, requestId: task.requestId };
  if (task.kind === "codes.generate") {
    await makeForTask(acting, task, halt).catch((error: unknown) => {
      if (!(error instanceof Ended)) throw error;
    });
  } else await runStretches(acting, workOf(task.kind), task, halt);
}

async function runStretches(ctx: Context, work: Work, task: Taken, halt: AbortSignal): Promise<void> {
  if (task.total === null) await countAll(ctx, work, task);
  let after = task.reached?.after ?? null;
  let things: Thing[] = [];
  for (let size = stretchHas.first, more = true; ; ) {
    halt.throwIfAborted();
    if (things.length === 0 && more) {
      things = await patiently(ctx, (inner) => work.list(inner, task, { after, limit: listed }));
      more = things.length === listed;
    }
    const stretch = { after, things: things.slice(0, size), last: !more && things.length <= size };
    const began = performance.now();
    const came = await inTransaction(ctx, (inner) => step(inner, work, task, stretch));
    if (came === "ended") return;
    things = things.slice(size);
    // Where another worker has gone on with it meanwhile, what was listed is not what comes next.
    if (came.after !== (stretch.things.at(-1)?.at ?? after)) [things, more] = [[], true];
    after = came.after;
    size = sizeAfter(size, performance.now() - began);
  }
}

function sizeAfter(size: number, took: number): number {
  if (took > stretchTakes.most) return Math.max(stretchHas.least, Math.floor(size / 2));
  return took < stretchTakes.least ? Math.min(stretchHas.most, size * 2) : size;
}

function patiently<T>(ctx: Context, reading: (ctx: Context) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (inner) => {
    await inner.db.execute(sql`select set_config('statement_timeout', ${patience}, true)`);
    return reading(inner);
  });
}

/** Counts what there is to do, so that people see how far it is; what takes too long to count is done all the same. */
async function countAll(ctx: Context, work: Work, task: Taken): Promise<void> {
  const total = await patiently(ctx, (inner) => work.total(inner, task)).catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
    return null;
  });
  await ctx.db.execute(
    sql`update tasks set total = ${total}::int, updated_at = now() where project_id = ${ctx.projectId} and id = ${task.id} and ended_at is null`,
  );
}
