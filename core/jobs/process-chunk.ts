import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { over } from "./store";
import { added, type Tally, type Task, type Thing, type Work } from "./work";

/** How far a task is: where the list of its things goes on, and what was counted on the way. */
export type Reached = { after: string | null; tally: Tally };

/** The next things of a task, as they were listed after `after`, and whether they are the last. */
export type Stretch = { after: string | null; things: readonly Thing[]; last: boolean };

type Row = { reached: Reached | null; done: number; changed: number };

/**
 * Does a stretch of a task in the caller's transaction, and writes down how far it is; so what is done is done once, whenever a worker dies.
 * Answers where the task goes on, or "ended". The lock on the task keeps two workers from doing the same stretch: whoever comes second does
 * nothing. Whoever cancels the task waits for it until the stretch is over.
 */
export async function step<Ask>(
  ctx: Context,
  work: Work<Ask>,
  task: Task<Ask>,
  stretch: Stretch,
): Promise<Pick<Reached, "after"> | "ended"> {
  const [row] = await rows<Row>(
    ctx.db,
    sql`select reached, done, changed from tasks where project_id = ${ctx.projectId} and id = ${task.id} and ended_at is null for no key update`,
  );
  if (!row) return "ended";
  const before = row.reached ?? { after: null, tally: {} };
  if (before.after !== stretch.after) return before;
  const ids = stretch.things.map(({ id }) => id);
  const did = await work.change(ctx, task, ids, row.reached === null);
  const reached = { after: stretch.things.at(-1)?.at ?? before.after, tally: added(before.tally, did.tally) };
  const now = { reached, done: row.done + ids.length, changed: row.changed + did.changed };
  if (stretch.last) await work.finish?.(ctx, task, { changed: now.changed, tally: reached.tally });
  await write(ctx, task.id, now, work.problem?.(reached.tally) ?? null, stretch.last);
  return stretch.last ? "ended" : reached;
}

async function write(ctx: Context, id: string, { reached, done, changed }: Row, problem: object | null, last: boolean): Promise<void> {
  const end = last
    ? sql`state = 'done', total = ${done}::int, ${over}`
    : sql`state = 'running', timeouts = 0, total = case when total < ${done}::int then ${done}::int else total end, reached = ${JSON.stringify(reached)}::jsonb, updated_at = now()`;
  await ctx.db.execute(
    sql`update tasks set done = ${done}::int, changed = ${changed}::int, problem = ${problem && JSON.stringify(problem)}::jsonb, ${end}
      where project_id = ${ctx.projectId} and id = ${id}`,
  );
}
