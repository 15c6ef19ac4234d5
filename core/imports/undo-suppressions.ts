import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import type { SuppressionChanges } from "./rows";
import { removeSuppressions } from "./suppressions";

type ImportedRow = { row: number; email: string | null; changes: unknown };

/**
 * Removes the suppressions that rows added and restores the reasons that they replaced, unless they were changed since. Returns the numbers of
 * those rows.
 */
export async function undoSuppressions(ctx: Context, rows: readonly ImportedRow[]): Promise<number[]> {
  const imported = rows.flatMap(({ row, email, changes }) =>
    email !== null && changes !== null ? [{ row, email, ...(changes as SuppressionChanges) }] : [],
  );
  const removed = await removeSuppressions(
    ctx,
    imported.filter(({ previousReason }) => previousReason === undefined),
  );
  const replaced = imported.flatMap(({ email, suppression, previousReason }) =>
    previousReason === undefined ? [] : [{ email, ...suppression, previous: previousReason }],
  );
  const restored = await restoreReasons(ctx, replaced);
  return imported.filter(({ email }) => removed.has(email) || restored.has(email)).map(({ row }) => row);
}

async function restoreReasons({ db, projectId, ...ctx }: Context, values: readonly { email: string }[]): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const restored = await queryRows<{ email: string; reason: string; is_lead: boolean }>(
    db,
    sql`update suppressions s set reason = v.previous
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, reason text, note text, created_at timestamptz, previous text)
      where s.project_id = ${projectId} and s.email = v.email and s.reason = v.reason and s.note = v.note and s.created_at = v.created_at
      returning s.email, s.reason, exists (select from leads l where l.project_id = s.project_id and l.email = s.email) as is_lead`,
  );
  await recordEvents(
    { db, projectId, ...ctx },
    restored
      .filter(({ is_lead }) => is_lead)
      .map(({ email, reason }) => ({ kind: "suppression.updated", email, data: { fields: ["reason"], reason } })),
  );
  return new Set(restored.map(({ email }) => email));
}
