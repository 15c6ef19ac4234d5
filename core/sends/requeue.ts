import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { codesWithBatches } from "../codes/record";
import { codeStatusSql, unsendableStatuses } from "../codes/rules";
import { type Context, inTransaction } from "../context";
import { getTransportStatus } from "../email-delivery/transport";
import { recordEvent } from "../events/record-event";
import { joinAnd, jsonItems } from "../sql";
import { isObsolete } from "./obsolete";
import { statusList } from "./record";

export type RequeueResult = { requeued: number; skipped: number };

/**
 * Why an email `d` isn't sent again: `suppressed`, `not_needed` because the lead did what it asks for or is held,
 * or `code_unusable`. Null if it should be sent.
 */
export const skipReason: SQL = sql`(
  select case
    when exists (select from suppressions s where s.project_id = d.project_id and s.email = d.email) then 'suppressed'
    when l.status = 'held' or ${isObsolete} then 'not_needed'
    when d.kind in ('code', 'confirm_claim', 'reminder') and exists (
      select from claims k where k.project_id = d.project_id and k.code_key = d.code_key and k.email = d.email) then 'not_needed'
    when d.kind in ('code', 'confirm_claim', 'reminder') and c.status in (${statusList(unsendableStatuses)}) then 'code_unusable'
  end
  from leads l left join lateral (
    select c.key, ${codeStatusSql} as status from ${codesWithBatches} where c.project_id = d.project_id and c.key = d.code_key
  ) as c on true
  where l.project_id = d.project_id and l.email = d.email)`;

/** Queues deliveries again in the caller's transaction. Their attempts count on, and the retry delays start again. */
export async function requeueDeliveries(
  { db, projectId, queue }: Context,
  deliveries: readonly { id: string; attempts: number }[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await db.execute(
    sql`update deliveries set status = 'queued', error = null, canceled_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select d.id from ${jsonItems(deliveries.map(({ id }) => id))} join deliveries d on d.project_id = ${projectId} and d.id = item::uuid order by d.id for update of d)`,
  );
  for (const [attempts, group] of Map.groupBy(deliveries, (delivery) => delivery.attempts)) {
    const attempt = attempts + 1;
    const ids = group.map(({ id }) => id);
    await queue.addDeliveries(db, projectId, ids, { attempt, firstAttempt: attempt });
  }
}

/** How many emails are queued again in one statement. */
const chunkSize = 1000;

type CheckedRow = { id: string; attempts: number; reason: "suppressed" | "not_needed" | "code_unusable" | null };

/**
 * Queues the deliveries `d` that meet `conditions`, which must no longer hold then, again in the caller's transaction, except those that are
 * no longer needed. With `endSkipped`, those that are skipped become `suppressed` or `canceled`.
 */
export async function requeueNeeded(ctx: Context, conditions: readonly SQL[], { endSkipped = false } = {}): Promise<RequeueResult> {
  const { db, projectId } = ctx;
  const result = { requeued: 0, skipped: 0 };
  for (let after: string | null = null; ; ) {
    const checked: CheckedRow[] = await queryRows<CheckedRow>(
      db,
      sql`with due as (
          select d.* from deliveries d where ${joinAnd([...conditions, ...(after === null ? [] : [sql`d.id > ${after}::uuid`])])}
          order by d.id limit ${chunkSize} for update of d
        ), checked as materialized (
          select d.id, d.attempts, ${skipReason} as reason from due d
        ), ended as (
          update deliveries d set
            status = case when checked.reason = 'suppressed' then 'suppressed' else 'canceled' end,
            error = null, canceled_at = null, updated_at = now()
          from checked where d.project_id = ${projectId} and d.id = checked.id and checked.reason is not null and ${endSkipped}::boolean
        )
        select id, attempts, reason from checked order by id`,
    );
    const requeued = checked.filter(({ reason }) => reason === null);
    await requeueDeliveries(ctx, requeued);
    result.requeued += requeued.length;
    result.skipped += checked.length - requeued.length;
    after = checked.at(-1)?.id ?? null;
    if (checked.length < chunkSize) return result;
  }
}

/**
 * Sends the emails that were saved to files before a mail server was connected, each of them once, and skips those that are no longer needed.
 * Throws `email_not_connected`.
 */
export async function sendSavedEmails(ctx: Context): Promise<RequeueResult> {
  if ((await getTransportStatus(ctx)) !== "connected") throw new ApiError("email_not_connected");
  return inTransaction(ctx, async (inner) => {
    const isSaved = [sql`d.project_id = ${inner.projectId}`, sql`d.status = 'saved_to_file'`];
    const result = await requeueNeeded(inner, isSaved, { endSkipped: true });
    if (result.requeued + result.skipped > 0) await recordEvent(inner, { kind: "saved_emails.sent", data: result });
    return result;
  });
}
