import { type SQL, sql } from "drizzle-orm";
import { leastIdAt } from "@/lib/ids";
import { iso } from "@/lib/time";
import type { Task } from "./work";

/**
 * What a statement sees: the transactions that are over, behind the name of the database's cluster. Numbers of transactions mean nothing in
 * another cluster, such as one that a backup was restored into; `batches.made_in` is of the same form.
 */
export const seenNow: SQL = sql`(pg_control_system()).system_identifier || ' ' || pg_current_snapshot()`;

/** No batch takes so long to make, in milliseconds: the queue gives it to another worker by then. */
const longest = 24 * 3600_000;

/**
 * The condition that the batch `id` was there when the task was written down. One that was being made then has its moments, and so have its
 * codes, from before the task, since they are those of the beginning of its transaction; yet nobody had seen it.
 */
export function batchWasSeen({ seen, createdAt }: Pick<Task, "seen" | "createdAt">, { id, project }: { id: SQL; project: SQL }): SQL {
  const [cluster = "", snapshot = ""] = seen?.split(" ") ?? [];
  if (snapshot === "") return sql`true`;
  const unseen = sql`select made.id from batches made where made.project_id = ${project}
    and made.id >= ${leastIdAt(Date.parse(iso(createdAt)) - longest)}::uuid and made.created_at <= ${createdAt}::timestamptz
    and split_part(made.made_in, ' ', 1) = ${cluster} and not pg_visible_in_snapshot(split_part(made.made_in, ' ', 2)::xid8, ${snapshot}::pg_snapshot)`;
  // Looked up once for each statement. Inside of coalesce, as the database would else take it that hardly any code meets it.
  return sql`coalesce(${id} <> all(array(${unseen})), true)`;
}
