import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { Job } from "../jobs/handler";
import { lockLeads } from "../leads/record";
import { itemsIn } from "../sql";
import { type AddedSuppression, insertSuppressions, type StoredSuppression } from "../suppressions/insert";
import { recordSuppressionChanges } from "../suppressions/record-changes";
import { type ImportableRow, type ImportJobParams, listFilledRows, type RowResult } from "./rows";
import { importedFrom } from "./suppressions";

/**
 * Adds suppressions of a file. A suppression that exists stays as it is, except that a complaint replaces its reason. Leaves out leads that were
 * deleted since the rows were read.
 */
export async function importSuppressions(
  ctx: Context,
  job: Job<ImportJobParams>,
  rows: readonly ImportableRow[],
  fileName: string,
): Promise<RowResult[]> {
  // The locks wait for deletions in progress, which empty the rows.
  const emails = rows.map(({ email }) => email);
  const leads = new Set(await lockLeads(ctx, emails));
  const filled = await listFilledRows(
    ctx,
    job,
    rows.map(({ row }) => row),
  );
  const importable = rows.filter(({ row }) => filled.has(row));
  const values = importable.flatMap(({ email, lead: { suppression, notes } }) =>
    suppression ? [{ email, note: notes ?? importedFrom(fileName), ...suppression }] : [],
  );
  const added = new Map((await insertSuppressions(ctx, values)).map((suppression) => [suppression.email, suppression]));
  const isComplaint = ({ email, lead }: ImportableRow) => lead.suppression?.reason === "complained" && !added.has(email);
  const replaced = await replaceReasons(
    ctx,
    importable.filter(isComplaint).map(({ email }) => email),
  );
  await recordSuppressionChanges(ctx, [
    ...[...added.values()].flatMap(({ email, reason }) =>
      leads.has(email) ? [{ kind: "suppression.added" as const, email, data: { reason } }] : [],
    ),
    ...[...replaced.values()].flatMap(({ email, reason }) =>
      leads.has(email) ? [{ kind: "suppression.updated" as const, email, data: { fields: ["reason"], reason } }] : [],
    ),
  ]);
  return importable.map(({ row, email }) => {
    const [suppression, change] = [added.get(email), replaced.get(email)];
    if (suppression) return { row, result: "created", changes: { suppression: withoutEmail(suppression) } };
    if (!change) return { row, result: "skipped" };
    const { previous_reason: previousReason, ...changed } = change;
    return { row, result: "updated", changes: { suppression: withoutEmail(changed), previousReason } };
  });
}

const withoutEmail = ({ email: _, ...suppression }: StoredSuppression): AddedSuppression => suppression;

type ReplacedReason = StoredSuppression & { previous_reason: AddedSuppression["reason"] };

/** Makes suppressions ones for a complaint, unless they are. */
async function replaceReasons({ db, projectId }: Context, emails: readonly string[]): Promise<Map<string, ReplacedReason>> {
  if (emails.length === 0) return new Map();
  const replaced = await queryRows<ReplacedReason>(
    db,
    sql`with previous as (
        select email, reason from suppressions where project_id = ${projectId} and email in ${itemsIn(emails)} and reason <> 'complained'
        order by email for update
      )
      update suppressions s set reason = 'complained' from previous p where s.project_id = ${projectId} and s.email = p.email
      returning s.email, s.reason, s.note, s.created_at, s.version, p.reason as previous_reason`,
  );
  return new Map(replaced.map((suppression) => [suppression.email, suppression]));
}
