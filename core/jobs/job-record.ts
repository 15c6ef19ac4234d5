import { type SQL, sql } from "drizzle-orm";
import type { ActorKind } from "@/contract/kinds";
import type { TaskKind, TaskRecord } from "@/contract/tasks";
import { iso } from "@/lib/time";
import { actorName } from "../actor";

export type TaskRow = {
  id: string;
  kind: TaskKind;
  state: TaskRecord["state"];
  total: number | null;
  done: number;
  changed: number;
  problem: TaskRecord["problem"];
  batch_id: string | null;
  batch_name: string | null;
  actor_kind: ActorKind;
  actor_name: string | null;
  created_at: string;
  ended_at: string | null;
};

/** The columns of `TaskRow`, of tasks under `t`. What is asked is left out: it may be long. */
export const taskColumns: SQL = sql`t.id, t.kind, t.state, t.total, t.done, t.changed, t.problem, t.batch_id, t.batch_name,
  t.actor_kind, ${actorName(sql`t`)} as actor_name, t.created_at, t.ended_at`;

/** A task's row as its record. */
export function taskRecord(row: TaskRow): TaskRecord {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    total: row.total,
    done: row.done,
    changed: row.changed,
    problem: row.problem,
    batch: row.batch_id === null || row.batch_name === null ? null : { id: row.batch_id, name: row.batch_name },
    actor: { kind: row.actor_kind, name: row.actor_name },
    createdAt: iso(row.created_at),
    endedAt: iso(row.ended_at),
  };
}
