import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { type AddedSuppression, insertSuppressions, type StoredSuppression } from "../suppressions/insert";
import { importNotePrefix } from "../suppressions/record";
import { recordSuppressionChanges } from "../suppressions/record-changes";
import type { ImportableRow, LeadChanges, RowResult } from "./rows";

/** The note of a suppression that has none in the file. */
export const importedFrom = (fileName: string): string => importNotePrefix + (fileName || "a file");

/** The columns of rows `v` of a list of stored suppressions. */
const storedColumns = sql`(email text, reason text, note text, created_at timestamptz, version int, previous text)`;

/** Whether suppression `s` still is what an import left as `v`. */
export const isUnchanged = sql`s.email = v.email and s.reason = v.reason and s.note = v.note and s.created_at = v.created_at and s.version = coalesce(v.version, 1)`;

/** Suppressions as imports left them, as rows `v`. */
export const storedSuppressions = (values: readonly StoredSuppression[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v ${storedColumns}`;

/**
 * Stops emails to the people who unsubscribed, bounced or complained in the tool that the file is from, also to leads that are skipped. Adds what
 * was done to `results`. People who are suppressed already stay as they are.
 */
export async function addSuppressions(
  ctx: Context,
  rows: readonly ImportableRow[],
  results: readonly RowResult[],
  note: string,
): Promise<void> {
  const values = rows.flatMap(({ email, lead: { suppression } }) => (suppression ? [{ email, note, ...suppression }] : []));
  if (values.length === 0) return;
  const added = await insertSuppressions(ctx, values);
  const byEmail = new Map(added.map(({ email, ...suppression }) => [email, suppression]));
  const resultByRow = new Map(results.map((result) => [result.row, result]));
  const existing: { email: string; reason: string }[] = [];
  for (const { row, email } of rows) {
    const [suppression, result] = [byEmail.get(email), resultByRow.get(row)];
    if (!suppression || !result) continue;
    const noChanges: LeadChanges = { fields: {}, answers: {}, joinedWaitlist: false };
    result.changes = { ...(result.changes ?? noChanges), suppression };
    if (result.result === "created") continue;
    result.result = "updated";
    existing.push({ email, reason: suppression.reason });
  }
  await recordSuppressionChanges(
    ctx,
    existing.map(({ email, reason }) => ({ kind: "suppression.added", email, data: { reason } })),
  );
}

/** Removes the suppressions that an import added, unless they were changed since. Returns the emails. */
export async function removeSuppressions(
  ctx: Context,
  added: readonly { email: string; suppression: AddedSuppression }[],
): Promise<Set<string>> {
  if (added.length === 0) return new Set();
  const values = added.map(({ email, suppression }) => ({ email, ...suppression }));
  const removed = await queryRows<{ email: string; reason: string; is_lead: boolean }>(
    ctx.db,
    sql`delete from suppressions s using ${storedSuppressions(values)} where s.project_id = ${ctx.projectId} and ${isUnchanged}
      returning s.email, s.reason, exists (select from leads l where l.project_id = s.project_id and l.email = s.email) as is_lead`,
  );
  await recordSuppressionChanges(
    ctx,
    removed.filter(({ is_lead }) => is_lead).map(({ email, reason }) => ({ kind: "suppression.removed", email, data: { reason } })),
  );
  return new Set(removed.map(({ email }) => email));
}
