import { type SQL, sql } from "drizzle-orm";
import { minIdAt } from "@/lib/ids";
import { isoTimestamp } from "@/lib/iso-timestamp";
import type { Job } from "./handler";

/**
 * The committed transactions that a statement sees, after the ID of the database cluster. Transaction IDs mean nothing in another cluster,
 * such as one restored from a backup. `batches.created_in_transaction` has the same form.
 */
export const currentSnapshot: SQL = sql`(pg_control_system()).system_identifier || ' ' || pg_current_snapshot()`;

/** The maximum time that generating a batch can take, in milliseconds. After that, the queue gives the job to another worker. */
const maxGenerationMs = 24 * 3600_000;

/**
 * The condition that batch `id` was committed when the job was created. A batch that was being generated at that time has codes with an
 * earlier `created_at`, because that is when its transaction began, but the person who started the job couldn't see them.
 */
export function isBatchInSnapshot(
  { snapshot, createdAt }: Pick<Job, "snapshot" | "createdAt">,
  { id, project }: { id: SQL; project: SQL },
): SQL {
  const [cluster = "", transactions = ""] = snapshot?.split(" ") ?? [];
  if (transactions === "") return sql`true`;
  const uncommitted = sql`select b.id from batches b where b.project_id = ${project}
    and b.id >= ${minIdAt(Date.parse(isoTimestamp(createdAt)) - maxGenerationMs)}::uuid and b.created_at <= ${createdAt}::timestamptz
    and split_part(b.created_in_transaction, ' ', 1) = ${cluster} and not pg_visible_in_snapshot(split_part(b.created_in_transaction, ' ', 2)::xid8, ${transactions}::pg_snapshot)`;
  // The array makes it one lookup per statement. Without coalesce, the planner assumes that almost no code matches.
  return sql`coalesce(${id} <> all(array(${uncommitted})), true)`;
}
