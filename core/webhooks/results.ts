import { type SQL, sql } from "drizzle-orm";
import type { WebhookNotice } from "@/contract/enums";
import { webhookLimits } from "@/contract/limits";
import type { WebhookAttempt } from "@/contract/webhooks";
import { queryRows, type RowOf } from "@/db/query";
import type { webhooks } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lockShared } from "../locks";
import { jsonItems } from "../sql";
import { listActiveOwners, queueAccountEmail } from "../staff/record";
import type { AttemptResult } from "./attempt";
import { type DueDelivery, deliveryColumns, deliveryRows, deliveryValues } from "./due-deliveries";

/** What became of an attempt to deliver an event. `attempts`: how many count toward the delays, with this one. */
export type DeliveryResult = AttemptResult & { delivery: DueDelivery; attempts: number };

/** By how much the delays vary, as a share, so that what failed together isn't tried together. */
const jitter = 0.1;

/** Returns the time until the next attempt, in milliseconds, or null if there is none. */
function nextAttemptIn({ outcome, attempts, retryAfterMs }: DeliveryResult): number | null {
  const seconds = webhookLimits.attemptDelays[attempts - 1];
  if (seconds === undefined || outcome === "delivered" || outcome === "gone") return null;
  return Math.max(seconds * 1000 * (1 - jitter + 2 * jitter * Math.random()), retryAfterMs ?? 0);
}

const finalStatus = ({ outcome }: DeliveryResult): string => (outcome === "delivered" ? "delivered" : "failed");

/** Saves up to where the feed is done, if that took no results. */
export async function savePosition({ db, projectId }: Context, id: string, position: string): Promise<void> {
  await db.execute(
    sql`update webhooks set position = greatest(position, ${position}::uuid) where project_id = ${projectId} and id = ${id}::uuid`,
  );
}

/** The state of a webhook after its results were saved. */
type WebhookState = RowOf<typeof webhooks, "status" | "notices" | "created_by" | "description"> & { failing_hours: number | null };

/** What is saved with results: up to where the feed is done, and until when the webhook asked for no more requests. */
export type LaneState = { position: string; slowUntil: Date | null };

/**
 * Saves what became of attempts to deliver to a webhook, and tells its owners if it has been failing for long. New deliveries are stored together
 * with the position in the feed, so that each event has one, whatever ends the worker. Returns whether more is sent to it.
 */
export async function saveResults(ctx: Context, id: string, results: readonly DeliveryResult[], state: LaneState): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    await lockShared(inner.db, "webhook deliveries", inner.projectId);
    // First, because others who change the webhook and its deliveries lock it first too. A deleted one gets no results.
    const webhook = await saveHealth(inner, id, results, state);
    if (!webhook) return false;
    await saveDeliveries(inner, id, await withoutErased(inner, results));
    if (webhook.status !== "active") return false;
    const isGone = results.some(({ outcome }) => outcome === "gone");
    const isOver = (webhook.failing_hours ?? 0) >= webhookLimits.disableAfterDays * 24;
    if (isGone || isOver) await disableWebhook(inner, id, webhook, isGone ? "gone" : "failing");
    else await sendNotice(inner, id, webhook);
    return !isGone && !isOver;
  });
}

/**
 * Returns results without the leads who were deleted or renamed since the deliveries were read, as `eraseFromDeliveries` leaves those that are
 * stored. Deletions wait until the transaction ends.
 */
async function withoutErased({ db, projectId }: Context, results: readonly DeliveryResult[]): Promise<readonly DeliveryResult[]> {
  const named = results.flatMap(({ delivery: { unsaved } }) => (unsaved && unsaved.emails.length > 0 ? [unsaved] : []));
  const [first] = named.map(({ readAt }) => readAt).toSorted();
  if (first === undefined) return results;
  const emails = [...new Set(named.flatMap((delivery) => delivery.emails))];
  const gone = await queryRows<{ email: string }>(
    db,
    sql`select item as email from ${jsonItems(emails)}
      where exists (select from events e where e.project_id = ${projectId} and e.kind in ('lead.deleted', 'lead.email_changed') and e.id >= ${first}::uuid)
        and not exists (select from leads l where l.project_id = ${projectId} and l.email = item)`,
  );
  const isGone = new Set(gone.map(({ email }) => email));
  return results.map((result) => {
    const { delivery, attempt } = result;
    if (!delivery.unsaved?.emails.some((email) => isGone.has(email))) return result;
    const unsaved = { ...delivery.unsaved, payload: null, email: null, emails: [] };
    return { ...result, attempt: { ...attempt, response: null }, delivery: { ...delivery, unsaved } };
  });
}

async function saveDeliveries({ db, projectId }: Context, id: string, results: readonly DeliveryResult[]): Promise<void> {
  const rows = results.map((result) => {
    const delay = nextAttemptIn(result);
    const status = delay === null ? finalStatus(result) : "pending";
    return { event_id: result.delivery.eventId, attempt: [result.attempt], status, delay, unsaved: result.delivery.unsaved };
  });
  const known = rows.filter(({ unsaved }) => unsaved === null);
  const resultRows = (items: typeof rows) =>
    sql`jsonb_to_recordset(${JSON.stringify(items.map(({ unsaved: _, ...row }) => row))}::jsonb) as r (event_id uuid, attempt jsonb, status text, delay float)`;
  const nextAttemptAt = sql`now() + r.delay * interval '1 millisecond'`;
  const added = rows.flatMap(({ unsaved }) => unsaved ?? []);
  if (added.length > 0)
    await db.execute(sql`
      insert into webhook_deliveries as w (${deliveryColumns}, status, attempts, next_attempt_at, ended_at)
      select ${deliveryValues(projectId, id)}, r.status, r.attempt, ${nextAttemptAt}, case when r.status <> 'pending' then now() end
      from ${deliveryRows(added)} join ${resultRows(rows.filter(({ unsaved }) => unsaved !== null))} on r.event_id = d.event_id
      on conflict on constraint webhook_deliveries_pkey do update set attempts = w.attempts || excluded.attempts,
        status = case when excluded.status = 'delivered' then excluded.status else w.status end,
        next_attempt_at = case when excluded.status <> 'delivered' then w.next_attempt_at end,
        ended_at = case when excluded.status = 'delivered' then coalesce(w.ended_at, excluded.ended_at) else w.ended_at end`);
  // What was canceled while it was sent stays so, unless it arrived. After someone was erased from the payload, the response can still name them.
  if (known.length > 0)
    await db.execute(sql`
      update webhook_deliveries d set attempts = d.attempts || case when d.payload is null then jsonb_set(r.attempt, '{0,response}', 'null') else r.attempt end,
        status = case when d.status = 'pending' or r.status = 'delivered' then r.status else d.status end,
        next_attempt_at = case when d.status = 'pending' and r.delay is not null then ${nextAttemptAt} end,
        ended_at = case when r.status = 'pending' then d.ended_at else now() end
      from ${resultRows(known)} where d.project_id = ${projectId} and d.webhook_id = ${id}::uuid and d.event_id = r.event_id`);
}

/** Failures that are further apart than attempts are don't belong together. */
const longestDelay = sql.raw(`interval '${2 * Math.max(...webhookLimits.attemptDelays)} seconds'`);

async function saveHealth(
  { db, projectId }: Context,
  id: string,
  results: readonly DeliveryResult[],
  { position, slowUntil }: LaneState,
): Promise<WebhookState | undefined> {
  const delivered = results.filter(({ outcome }) => outcome === "delivered").length;
  const failed = results.length - delivered;
  const lastFailure: WebhookAttempt | undefined = results.findLast(({ outcome }) => outcome !== "delivered")?.attempt;
  const failure: SQL =
    delivered > 0
      ? sql`failing_since = null, notices = 0, last_success_at = now()`
      : sql`failing_since = case when (last_failure ->> 'at')::timestamptz > now() - ${longestDelay} then coalesce(failing_since, ${lastFailure?.at ?? null}::timestamptz) else ${lastFailure?.at ?? null}::timestamptz end`;
  const [state] = await queryRows<WebhookState>(
    db,
    sql`update webhooks set ${failure}, last_failure = coalesce(${lastFailure ? JSON.stringify({ ...lastFailure, response: null }) : null}::jsonb, last_failure),
        position = greatest(position, ${position}::uuid), slow_until = ${slowUntil?.toISOString() ?? null}::timestamptz
      where project_id = ${projectId} and id = ${id}::uuid and deleted_at is null
      returning status, notices, created_by, description, extract(epoch from now() - failing_since)::float / 3600 as failing_hours`,
  );
  if (!state) return;
  await db.execute(sql`
    insert into webhook_hours as h (project_id, webhook_id, hour, delivered, failed) values (${projectId}, ${id}::uuid, date_trunc('hour', now()), ${delivered}, ${failed})
    on conflict on constraint webhook_hours_pkey do update set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed`);
  return state;
}

/** After how many hours of failures which notice is sent. */
const noticeHours: Readonly<Record<number, number>> = { 1: webhookLimits.noticeAfterHours, 2: webhookLimits.warnAfterDays * 24 };

/** Emails the owners and the creator of a webhook once it has been failing for an hour, and for days. */
async function sendNotice(ctx: Context, id: string, state: WebhookState): Promise<void> {
  const next = state.notices + 1;
  if ((state.failing_hours ?? 0) < (noticeHours[next] ?? Number.POSITIVE_INFINITY)) return;
  await ctx.db.execute(sql`update webhooks set notices = ${next} where project_id = ${ctx.projectId} and id = ${id}::uuid`);
  await notifyStaff(ctx, id, state, next === 1 ? "failing" : "failing_for_days");
}

async function notifyStaff(ctx: Context, webhook: string, { created_by: creator }: WebhookState, notice: WebhookNotice): Promise<void> {
  const staff = new Set([...(await listActiveOwners(ctx)), ...(creator === null ? [] : [creator])]);
  for (const staffId of staff) await queueAccountEmail(ctx, { kind: "webhook_failing", staffId, webhook, notice });
}

/** Stops a webhook that failed for days, or that says it is gone, and tells its owners. */
async function disableWebhook(ctx: Context, id: string, state: WebhookState, reason: "gone" | "failing"): Promise<void> {
  await ctx.db.execute(
    sql`update webhooks set status = 'disabled', stop_reason = ${reason}, updated_at = now() where project_id = ${ctx.projectId} and id = ${id}::uuid`,
  );
  await recordEvent(ctx, { kind: "webhook.disabled", data: { webhook: id, description: state.description, reason } });
  await notifyStaff(ctx, id, state, reason === "gone" ? "gone" : "disabled");
}
