import { type SQL, sql } from "drizzle-orm";
import type { EventType } from "@/contract/event-types";
import { typesOfWebhook } from "@/contract/webhooks";
import { queryRows, type RowOf } from "@/db/query";
import type { webhookDeliveries } from "@/db/schema";
import { findEmails } from "@/lib/find-emails";
import type { Context } from "../context";
import { type TypedEvent, withRecords } from "../events/event-records";
import { readEventPage } from "../events/feed";
import { uuidsIn } from "../sql";
import { filterEvents } from "./filter";
import type { WebhookRow } from "./record";
import { payloadOf } from "./target";

/** What a worker needs of a webhook. */
export type LaneWebhook = Pick<WebhookRow, "project_id" | "id" | "types" | "filter" | "format">;

/** A delivery that is due. `attempts` counts those that count toward the delays. `keys`: deliveries with one in common are sent one after another. */
export type DueDelivery = { eventId: string; type: EventType; payload: string | null; attempts: number; keys: string[] };

/** A delivery as it is stored first. */
type NewDelivery = {
  event_id: string;
  type: EventType;
  email: string | null;
  code_key: string | null;
  code_text: string | null;
  payload: string;
  emails: string[];
};

const keysOf = ({ email, code_key: code }: Pick<NewDelivery, "email" | "code_key">): string[] => [
  ...(email === null ? [] : [`lead ${email}`]),
  ...(code === null ? [] : [`code ${code}`]),
];

/** Returns the deliveries of events to a webhook: of those that match its filter, with what is sent. */
export async function newDeliveries(ctx: Context, webhook: LaneWebhook, events: readonly TypedEvent[]): Promise<NewDelivery[]> {
  const records = await withRecords(ctx, events);
  const items = events.flatMap(({ row }, index) => {
    const event = records[index];
    return event ? [{ row, event }] : [];
  });
  return (await filterEvents(ctx, webhook.filter, items)).flatMap(({ row, event }) => {
    const payload = payloadOf(webhook.format, event);
    if (payload === null) return [];
    const { email, code_key, code_text } = row as TypedEvent["row"];
    return [{ event_id: event.id, type: event.type, email, code_key, code_text, payload, emails: findEmails(payload) }];
  });
}

/** Inserts deliveries of a webhook, unless they exist. `source`: a row with its `id` and `project_id`. */
export const insertDeliveries = (deliveries: readonly NewDelivery[], source: SQL): SQL => sql`
  insert into webhook_deliveries (project_id, webhook_id, event_id, type, email, code_key, code_text, payload, emails, next_attempt_at)
  select w.project_id, w.id, d.event_id, d.type, d.email, d.code_key, d.code_text, d.payload, array(select jsonb_array_elements_text(d.emails)), now()
  from ${source} as w, jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
    as d (event_id uuid, type text, email text, code_key text, code_text text, payload text, emails jsonb)
  on conflict do nothing`;

/** `position` is where the next call continues. */
type QueueResult = { deliveries: DueDelivery[]; position: string; hasMore: boolean };

/** A worker's place in the feed: what it has read, and what is saved. */
export type FeedPlace = { position: string; saved: string };

/**
 * Queues the next events of the feed as deliveries of a webhook. The deliveries are written together with the position in the feed, so that an
 * event is queued exactly once whatever ends the worker. Returns null if the webhook isn't this worker's any more.
 */
export async function queueNextDeliveries(
  ctx: Context,
  webhook: LaneWebhook,
  { position, saved }: FeedPlace,
  { holder, limit }: { holder: string; limit: number },
): Promise<QueueResult | null> {
  const page = await readEventPage(ctx, typesOfWebhook(webhook.types), position, limit);
  const deliveries = await newDeliveries(ctx, webhook, page.events);
  const next = { position: page.cursor, hasMore: page.hasMore };
  // The position of a feed in which nothing happens isn't worth a write.
  if (deliveries.length === 0 && !page.hasMore) return { deliveries: [], ...next };
  const moved = sql`update webhooks set position = ${page.cursor}::uuid where project_id = ${webhook.project_id} and id = ${webhook.id}
    and position = ${saved}::uuid and status = 'active' and lease_holder = ${holder}::uuid returning project_id, id`;
  const [row] = await queryRows<{ moved: boolean }>(
    ctx.db,
    sql`with moved as (${moved}), inserted as (${insertDeliveries(deliveries, sql`moved`)}) select exists (select from moved) as moved`,
  );
  if (!row?.moved) return null;
  return {
    ...next,
    deliveries: deliveries.map((delivery) => ({
      eventId: delivery.event_id,
      type: delivery.type,
      payload: delivery.payload,
      attempts: 0,
      keys: keysOf(delivery),
    })),
  };
}

/** The most deliveries of a webhook that wait for another attempt. Until there are fewer, it gets no new events, which stay in the feed. */
const maxWaiting = 10_000;

/** Whether a webhook has so many deliveries waiting that new events stay in the feed. */
export async function isFull({ db, projectId }: Context, id: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select from webhook_deliveries where project_id = ${projectId} and webhook_id = ${id}::uuid and status = 'pending' offset ${maxWaiting} limit 1`,
  );
  return rows.length > 0;
}

type DueRow = RowOf<typeof webhookDeliveries, "event_id" | "type" | "payload" | "email" | "code_key"> & { count: number };

/** Returns deliveries whose next attempt is due, the longest due first, without those in `except`. */
export async function listDueDeliveries(
  { db, projectId }: Context,
  id: string,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  const rows = await queryRows<DueRow>(
    db,
    sql`select event_id, type, payload, email, code_key, jsonb_array_length(attempts) - earlier_attempts as count from webhook_deliveries
      where project_id = ${projectId} and webhook_id = ${id}::uuid and status = 'pending' and next_attempt_at <= now() and event_id not in ${uuidsIn(except)}
      order by next_attempt_at, event_id limit ${limit}`,
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    type: row.type,
    payload: row.payload,
    attempts: row.count,
    keys: keysOf(row),
  }));
}

/** Returns when the next delivery that waits is due, in milliseconds from now, or null if none waits. */
export async function nextDueIn({ db, projectId }: Context, id: string): Promise<number | null> {
  const [row] = await queryRows<{ ms: number | null }>(
    db,
    sql`select extract(epoch from min(next_attempt_at) - now())::float * 1000 as ms from webhook_deliveries
      where project_id = ${projectId} and webhook_id = ${id}::uuid and status = 'pending'`,
  );
  return row?.ms ?? null;
}
