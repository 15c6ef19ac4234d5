import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { suppressions } from "@/db/schema";
import type { Context } from "../context";

/** A suppression as it was added, to tell it from one that was changed or added again since. Imports before the version existed have none. */
export type AddedSuppression = RowOf<typeof suppressions, "reason" | "note" | "created_at"> & { version?: number };

export type StoredSuppression = AddedSuppression & { email: string };

type NewSuppression = { email: string; reason: AddedSuppression["reason"]; note: string; at?: string };

/**
 * Adds suppressions and returns those that are new. One that exists stays as it is, and counts that another source has said the same: undoing
 * what was first leaves the person suppressed.
 */
export async function insertSuppressions({ db, projectId }: Context, values: readonly NewSuppression[]): Promise<StoredSuppression[]> {
  const rows = await queryRows<StoredSuppression & { is_new: boolean }>(
    db,
    sql`insert into suppressions as s (project_id, email, reason, note, created_at)
      select ${projectId}::int, v.email, v.reason, v.note, coalesce(v.at, now())
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, reason text, note text, at timestamptz) order by v.email
      on conflict (project_id, email) do update set version = s.version + 1
      returning s.email, s.reason, s.note, s.created_at, s.version, (xmax = 0) as is_new`,
  );
  return rows.flatMap(({ is_new, ...suppression }) => (is_new ? suppression : []));
}
