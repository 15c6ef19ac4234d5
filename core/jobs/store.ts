import { sql } from "drizzle-orm";
import type { TaskKind } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { tasks } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { Actor, Context } from "../context";
import { seenNow } from "./seen";
import type { Problem, Task } from "./work";

export type NamedBatch = { id: string; name: string };

/** Writes a task down that the caller's transaction does or queues; whoever acts now is who its changes are recorded as done by. */
export async function insertTask<Ask>(
  { db, projectId, actor, requestId }: Context,
  { kind, ask, batch, total }: { kind: TaskKind; ask: Ask; batch?: NamedBatch; total?: number },
): Promise<Task<Ask>> {
  const [made] = await db
    .insert(tasks)
    .values({
      ...{ projectId, id: newId(), kind, ask, total, requestId, seen: seenNow },
      ...{ batchId: batch?.id, batchName: batch?.name, actorKind: actor.kind, actorId: actor.id },
    })
    .returning({ id: tasks.id, createdAt: sql<string>`${tasks.createdAt}::text`, seen: tasks.seen });
  if (!made) throw new Error("No task was made");
  return { ...made, ask };
}

/** A task that a worker has taken, and who acts in it. */
export type Taken = Task & {
  kind: TaskKind;
  total: number | null;
  reached: { after: string | null } | null;
  actor: Actor;
  requestId: string | null;
};

type TakenRow = {
  id: string;
  kind: TaskKind;
  ask: unknown;
  total: number | null;
  reached: Taken["reached"];
  created_at: string;
  seen: string | null;
  request_id: string | null;
  actor_kind: Actor["kind"];
  actor_id: string | null;
};

/** Takes a task to work on it; null where it has ended, or never was. */
export async function takeTask({ db, projectId }: Context, id: string): Promise<Taken | null> {
  const [row] = await rows<TakenRow>(
    db,
    sql`update tasks set state = 'running', updated_at = now() where project_id = ${projectId} and id = ${id} and ended_at is null
      returning id, kind, ask, total, reached, created_at, seen, request_id, actor_kind, actor_id`,
  );
  if (!row) return null;
  const { kind, ask, total, reached, seen } = row;
  const actor = { kind: row.actor_kind, id: row.actor_id };
  return { id, kind, ask, total, reached, seen, createdAt: row.created_at, actor, requestId: row.request_id };
}

/** Tells how many of a batch's codes are made, in a transaction of its own, since the making is seen by nobody until it is over. Answers whether the task goes on. */
export async function tellMade({ db, projectId }: Context, id: string, made: number): Promise<boolean> {
  const told = await db.execute(
    sql`update tasks set done = ${made}::int, changed = ${made}::int, updated_at = now() where project_id = ${projectId} and id = ${id} and ended_at is null`,
  );
  return told.count > 0;
}

/** Ends the task that made a batch, in the transaction that did. Answers whether it had not ended otherwise. */
export async function endMade({ db, projectId }: Context, id: string, made: number, batch: NamedBatch): Promise<boolean> {
  const ended = await db.execute(
    sql`update tasks set state = 'done', total = ${made}::int, done = ${made}::int, changed = ${made}::int, batch_id = ${batch.id}::uuid, batch_name = ${batch.name}, ${over}
      where project_id = ${projectId} and id = ${id} and ended_at is null`,
  );
  return ended.count > 0;
}

/** Writes down that a task was stopped for taking too long. Answers how often in a row it was, with nothing done in between. */
export async function countTimeout({ db, projectId }: Context, id: string): Promise<number> {
  const [row] = await rows<{ timeouts: number }>(
    db,
    sql`update tasks set timeouts = timeouts + 1, updated_at = now() where project_id = ${projectId} and id = ${id} and ended_at is null
      returning timeouts`,
  );
  return row?.timeouts ?? 0;
}

/** Ends a task as failed; what it did stays, but for a batch that is made whole or not at all. */
export const failTask = ({ db, projectId }: Context, id: string, problem: Problem): Promise<unknown> =>
  db.execute(
    sql`update tasks set state = 'failed', problem = ${JSON.stringify(problem)}::jsonb, ${withoutUnmade}, ${over}
      where project_id = ${projectId} and id = ${id} and ended_at is null`,
  );

/** What every task that ends is set to: what it asked may name addresses. */
export const over = sql`ask = null, reached = null, ended_at = clock_timestamp(), updated_at = now()`;

/** What a task that is ended before its time is set to beside that. */
export const withoutUnmade = sql`done = case when kind = 'codes.generate' then 0 else done end,
  changed = case when kind = 'codes.generate' then 0 else changed end`;
