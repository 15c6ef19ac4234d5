import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { AddedSuppression } from "../suppressions/insert";
import { recordSuppressionChanges } from "../suppressions/record-changes";
import type { SuppressionChanges } from "./rows";
import { isUnchanged, removeSuppressions, storedSuppressions } from "./suppressions";

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

type ReplacedSuppression = AddedSuppression & { email: string; previous: AddedSuppression["reason"] };

async function restoreReasons(ctx: Context, values: readonly ReplacedSuppression[]): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const { db, projectId } = ctx;
  const restored = await queryRows<{ email: string; reason: string; is_lead: boolean }>(
    db,
    sql`update suppressions s set reason = v.previous, version = greatest(1, s.version - 1)
      from ${storedSuppressions(values)} where s.project_id = ${projectId} and ${isUnchanged}
      returning s.email, s.reason, exists (select from leads l where l.project_id = s.project_id and l.email = s.email) as is_lead`,
  );
  await recordSuppressionChanges(
    ctx,
    restored
      .filter(({ is_lead }) => is_lead)
      .map(({ email, reason }) => ({ kind: "suppression.updated", email, data: { fields: ["reason"], reason } })),
  );
  return new Set(restored.map(({ email }) => email));
}
