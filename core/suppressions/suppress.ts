import { type SQL, sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { eventEmail, importNotePrefix, type SuppressionRow, suppressionColumns } from "./record";
import { recordSuppressionChanges } from "./record-changes";

type SuppressionReason = SuppressionRecord["reason"];

const rank = (reason: SQL): SQL => sql`case ${reason} when 'complained' then 3 when 'unsubscribed' then 2 else 1 end`;

/** Whether a suppression that exists is replaced: by a graver reason, or if it was imported and the person now says the same here. */
const isReplaced = sql`(${rank(sql`excluded.reason`)} > ${rank(sql`s.reason`)} or (excluded.reason = s.reason and starts_with(s.note, ${importNotePrefix})))`;

type SuppressedRow = SuppressionRow & { is_new: boolean; previous: SuppressionReason | null };

/**
 * Stops all email to the people whose `email` the query `emails` returns, in the caller's transaction. A graver reason replaces that of a
 * suppression that exists. Any other is counted, so that undoing what was first leaves the person suppressed.
 */
export async function suppress(ctx: Context, emails: SQL, reason: SuppressionReason): Promise<void> {
  const rows = await queryRows<SuppressedRow>(
    ctx.db,
    sql`with given as (select email from (${emails}) as e), previous as (
        select p.email, p.reason from suppressions p where p.project_id = ${ctx.projectId} and p.email in (select email from given) order by p.email for update
      ), suppressed as (
        insert into suppressions as s (project_id, email, reason)
        select ${ctx.projectId}::int, given.email, ${reason}::text from given left join previous using (email) order by given.email
        on conflict (project_id, email) do update set
          version = s.version + 1,
          reason = case when ${isReplaced} then excluded.reason else s.reason end,
          previous_reason = case when excluded.reason = 'unsubscribed' and s.reason in ('bounced', 'staff') then s.reason when not ${isReplaced} then s.previous_reason end,
          note = case when ${isReplaced} and starts_with(s.note, ${importNotePrefix}) then '' else s.note end,
          created_at = case when ${isReplaced} then now() else s.created_at end
        returning s.*, (xmax = 0) as is_new
      )
      select ${suppressionColumns}, s.is_new, previous.reason as previous from suppressed s left join previous using (email)`,
  );
  await recordSuppressionChanges(
    ctx,
    rows.flatMap((row) => {
      if (row.is_new) return { kind: "suppression.added" as const, ...eventEmail(row), data: { reason } };
      // Without a previous reason, someone else has just added it.
      if (row.previous === null || row.previous === row.reason) return [];
      return { kind: "suppression.updated" as const, ...eventEmail(row), data: { fields: ["reason"], reason } };
    }),
  );
}
