import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { insertLeadChanges } from "../events/record-changes";
import { joinAnd, jsonItems } from "../sql";
import { skipReason } from "./skip-reason";

export type RequeueResult = { requeued: number; skipped: number };

/** Queues deliveries again in the caller's transaction. Their attempts count on, and the retry delays start again. */
export async function requeueDeliveries(ctx: Context, deliveries: readonly { id: string; attempts: number }[]): Promise<void> {
  if (deliveries.length === 0) return;
  const { db, projectId, queue } = ctx;
  await db.execute(
    sql`with requeued as (update deliveries set status = 'queued', error = null, skip_reason = null, canceled_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select d.id from ${jsonItems(deliveries.map(({ id }) => id))} join deliveries d on d.project_id = ${projectId} and d.id = item::uuid order by d.id for update of d)
      returning email, send_id), reopened as (update sends set is_finished = false where project_id = ${projectId} and id in (
        select s.id from sends s where s.project_id = ${projectId} and s.id in (select send_id from requeued) order by s.id for no key update))
      ${insertLeadChanges(ctx, sql`(select email from requeued)`)}`,
  );
  for (const [attempts, group] of Map.groupBy(deliveries, (delivery) => delivery.attempts)) {
    const attempt = attempts + 1;
    const ids = group.map(({ id }) => id);
    await queue.addDeliveries(db, projectId, ids, { attempt, firstAttempt: attempt });
  }
}

/** How many emails are queued again in one statement. */
export const requeueChunk = 1000;

/** The condition on deliveries `d` after an ID. */
export const idsAfter = (id: string | null): SQL[] => (id === null ? [] : [sql`d.id > ${id}::uuid`]);

type CheckedRow = { id: string; attempts: number; reason: string | null };

/** Queues the deliveries `d` that meet `conditions`, which must no longer hold then, again in the caller's transaction, except those that are no longer needed. */
export async function requeueNeeded(ctx: Context, conditions: readonly SQL[]): Promise<RequeueResult> {
  const result = { requeued: 0, skipped: 0 };
  for (let after: string | null = null; ; ) {
    const checked: CheckedRow[] = await queryRows<CheckedRow>(
      ctx.db,
      sql`select d.id, d.attempts, ${skipReason} as reason from deliveries d where ${joinAnd([...conditions, ...idsAfter(after)])}
        order by d.id limit ${requeueChunk} for update of d`,
    );
    const requeued = checked.filter(({ reason }) => reason === null);
    await requeueDeliveries(ctx, requeued);
    result.requeued += requeued.length;
    result.skipped += checked.length - requeued.length;
    after = checked.at(-1)?.id ?? null;
    if (checked.length < requeueChunk) return result;
  }
}
