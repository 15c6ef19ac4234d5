import { type SQL, sql } from "drizzle-orm";
import type { JobRecord } from "@/contract/jobs";
import type { RowOf } from "@/db/query";
import type { backgroundJobs } from "@/db/schema";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { selectActorName } from "../actor";

export type JobRow = RowOf<
  typeof backgroundJobs,
  | "id"
  | "kind"
  | "status"
  | "total"
  | "processed"
  | "changed"
  | "error"
  | "batch_id"
  | "batch_name"
  | "actor_kind"
  | "created_at"
  | "ended_at"
> & { actor_name: string | null };

/** The columns of `JobRow`, with `background_jobs` as `j`. It leaves out `params`, which can be large. */
export const jobColumns: SQL = sql`j.id, j.kind, j.status, j.total, j.processed, j.changed, j.error, j.batch_id, j.batch_name,
  j.actor_kind, ${selectActorName(sql`j`)} as actor_name, j.created_at, j.ended_at`;

export function jobRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    total: row.total,
    processed: row.processed,
    changed: row.changed,
    error: row.error,
    batch: row.batch_id === null || row.batch_name === null ? null : { id: row.batch_id, name: row.batch_name },
    actor: { kind: row.actor_kind, name: row.actor_name },
    createdAt: isoTimestamp(row.created_at),
    endedAt: isoTimestamp(row.ended_at),
  };
}
