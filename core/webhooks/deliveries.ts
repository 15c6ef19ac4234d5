import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { webhookLimits } from "@/contract/limits";
import type { PersonalData } from "@/contract/personal-data";
import { webhookName } from "@/contract/webhook-targets";
import type { listWebhookDeliveriesEndpoint, WebhookDeliveryDetails, WebhookDeliveryRecord } from "@/contract/webhooks";
import type { Database } from "@/db/client";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import type { webhookDeliveries, webhooks } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { isoTimestamp } from "@/lib/dates";
import { minIdAt } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lock } from "../locks";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, itemsIn, joinAnd } from "../sql";
import { getWebhookRow, type WebhookRow } from "./record";

type DeliveriesQuery = z.output<NonNullable<typeof listWebhookDeliveriesEndpoint.query>>;

type DeliveryRow = RowOf<
  typeof webhookDeliveries,
  | "webhook_id"
  | "event_id"
  | "type"
  | "is_test"
  | "email"
  | "code_text"
  | "status"
  | "attempts"
  | "next_attempt_at"
  | "created_at"
  | "ended_at"
> &
  RowOf<typeof webhooks, "description" | "url">;

const deliveryRecord = (row: DeliveryRow): WebhookDeliveryRecord => ({
  webhook: row.webhook_id,
  webhookName: webhookName(row),
  event: row.event_id,
  type: row.type,
  test: row.is_test,
  email: row.email,
  code: row.code_text,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: isoTimestamp(row.next_attempt_at),
  createdAt: isoTimestamp(row.created_at),
  endedAt: isoTimestamp(row.ended_at),
});

const newestFirst: ListOrder = {
  columns: [
    { expression: sql`d.event_id`, type: "uuid" },
    { expression: sql`d.webhook_id`, type: "uuid" },
  ],
  descending: true,
};

/** Deliveries `d` with their webhooks `w`. */
const deliveriesOfWebhooks = sql`webhook_deliveries d join webhooks w on w.project_id = d.project_id and w.id = d.webhook_id`;
const isListed = sql`w.deleted_at is null`;

function conditionsOf({ projectId }: Context, { webhook, email, code, status, type }: DeliveriesQuery): SQL[] {
  const conditions: SQL[] = [sql`d.project_id = ${projectId}`, isListed];
  if (webhook) conditions.push(sql`d.webhook_id = ${webhook}`);
  if (email) conditions.push(sql`d.email = ${email}`);
  if (code) conditions.push(sql`d.code_key = ${code}`);
  // In the text of the statement. As a value, PostgreSQL couldn't use the index of what isn't delivered, which is little.
  if (status) conditions.push(sql`d.status = ${sql.raw(`'${status}'`)}`);
  if (type) conditions.push(sql`d.type = ${type}`);
  return conditions;
}

/** Lists deliveries, the newest event first. Throws `invalid_input` if the query doesn't say of which webhook, lead or code. */
export function listWebhookDeliveries(ctx: Context, query: DeliveriesQuery): Promise<ListResult<WebhookDeliveryRecord>> {
  if (!query.webhook && !query.email && !query.code)
    throw new ApiError("invalid_input", { fields: { webhook: ["is required, or `email`, or `code`"] } });
  const conditions = conditionsOf(ctx, query);
  return paginate<DeliveryRow, WebhookDeliveryRecord>(ctx, query, {
    order: "deliveries of webhooks",
    rows: (after, limit) =>
      sql`select d.webhook_id, d.event_id, d.type, d.is_test, d.email, d.code_text, d.status, d.attempts, d.next_attempt_at, d.created_at, d.ended_at,
          w.description, w.url from ${deliveriesOfWebhooks} where ${joinAnd([...conditions, ...afterCursor(newestFirst, after)])} order by ${orderBy(newestFirst)} limit ${limit}`,
    cursor: (row) => [row.event_id, row.webhook_id],
    toRecord: deliveryRecord,
    count: (maxCount) => countQuery(deliveriesOfWebhooks, conditions, maxCount),
  });
}

const matches = ({ projectId }: Context, id: string, event: string): SQL =>
  sql`d.project_id = ${projectId} and d.webhook_id = ${id}::uuid and d.event_id = ${event}::uuid`;

/** Returns a delivery with what is sent. Throws `webhook_delivery_not_found`. */
export async function getWebhookDelivery(ctx: Context, id: string, event: string): Promise<WebhookDeliveryDetails> {
  const [row] = await queryRows<DeliveryRow & RowOf<typeof webhookDeliveries, "payload">>(
    ctx.db,
    sql`select d.*, w.description, w.url from ${deliveriesOfWebhooks} where ${matches(ctx, id, event)} and ${isListed}`,
  );
  if (!row) throw new ApiError("webhook_delivery_not_found");
  return { ...deliveryRecord(row), payload: row.payload };
}

/** What changes in a delivery that is queued again: it is due, and its attempts start from the first. */
export const queueAgain: SQL = sql`status = 'pending', earlier_attempts = jsonb_array_length(attempts), next_attempt_at = now(), ended_at = null`;

/** Records that events were queued again for a webhook. */
export const recordRecovery = (
  ctx: Context,
  { id, description }: Pick<WebhookRow, "id" | "description">,
  deliveries: number,
): Promise<void> => recordEvent(ctx, { kind: "webhook.recovered", data: { webhook: id, description, deliveries } });

/** Queues a delivery again, whatever became of it. Throws `webhook_delivery_not_found`. */
export function retryWebhookDelivery(ctx: Context, id: string, event: string): Promise<WebhookDeliveryRecord> {
  return inTransaction(ctx, async (inner) => {
    await inner.db.execute(sql`update webhook_deliveries d set ${queueAgain} where ${matches(inner, id, event)}`);
    const { payload: _, ...record } = await getWebhookDelivery(inner, id, event);
    await recordRecovery(inner, await getWebhookRow(inner, id), 1);
    return record;
  });
}

/** Deliveries `found` whose payloads have one of these emails. The array makes PostgreSQL use the index, which isn't by project. */
const deliveriesWith = (emails: readonly string[]): SQL =>
  sql`found as materialized (select project_id, webhook_id, event_id from webhook_deliveries where emails && array${itemsIn(emails)} and emails <> '{}')`;

/** Lists the events about a lead that webhooks were sent, newest first. */
export async function listSentEvents({ db, projectId }: Context, email: string): Promise<PersonalData["webhooks"]> {
  const rows = await queryRows<Pick<DeliveryRow, "type" | "status" | "description" | "url"> & { sent_at: string }>(
    db,
    sql`with ${deliveriesWith([email])}
      select d.type, d.status, w.description, w.url, d.attempts -> -1 ->> 'at' as sent_at from found f
      join ${deliveriesOfWebhooks} on d.project_id = f.project_id and d.webhook_id = f.webhook_id and d.event_id = f.event_id
      where f.project_id = ${projectId} and d.attempts <> '[]' and ${isListed} order by d.event_id desc, d.webhook_id`,
  );
  return rows.map((row) => ({
    webhook: webhookName(row),
    type: row.type,
    sentAt: isoTimestamp(row.sent_at),
    isDelivered: row.status === "delivered",
  }));
}

/** Erases leads from the payloads and responses of deliveries. */
export async function eraseFromDeliveries({ db, projectId }: Context, emails: readonly string[]): Promise<void> {
  // Results that are saved from now on are of leads who still exist: see `withoutErased`.
  await lock(db, "webhook deliveries", projectId);
  await db.execute(sql`
    with ${deliveriesWith(emails)}
    update webhook_deliveries d set payload = null, emails = '{}', email = case when d.email in ${itemsIn(emails)} then null else d.email end,
      attempts = coalesce((select jsonb_agg(attempt || '{"response": null}' order by position) from jsonb_array_elements(d.attempts) with ordinality as a (attempt, position)), '[]')
    from found f where f.project_id = ${projectId} and d.project_id = f.project_id and d.webhook_id = f.webhook_id and d.event_id = f.event_id`);
}

/** How many deliveries a statement deletes. */
const cleanupSize = 5000;

/** Deletes deliveries that are older than they are kept, those of deleted webhooks, and what counts old attempts. */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  const oldest = minIdAt(currentTime() - webhookLimits.deliveryDays * 86_400_000);
  const kept = await queryRows<{ project_id: number; id: string; is_deleted: boolean }>(
    db,
    sql`select project_id, id, deleted_at is not null as is_deleted from webhooks`,
  );
  for (const { project_id: projectId, id, is_deleted: isDeleted } of kept) {
    const isOld = isDeleted ? sql`true` : sql`event_id < ${oldest}::uuid`;
    for (let deleted = cleanupSize; deleted === cleanupSize; )
      deleted = await changeRows(
        db,
        sql`delete from webhook_deliveries where project_id = ${projectId} and webhook_id = ${id}::uuid and event_id in (
          select event_id from webhook_deliveries where project_id = ${projectId} and webhook_id = ${id}::uuid and ${isOld} order by event_id limit ${cleanupSize})`,
      );
    if (isDeleted) await db.execute(sql`delete from webhooks where project_id = ${projectId} and id = ${id}::uuid`);
  }
  await db.execute(sql`delete from webhook_hours where hour < now() - interval '8 days'`);
}
