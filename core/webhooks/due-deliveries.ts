import { type SQL, sql } from "drizzle-orm";
import type { EventType } from "@/contract/event-types";
import { typesOfWebhook } from "@/contract/webhooks";
import { queryRows, type RowOf } from "@/db/query";
import type { webhookDeliveries } from "@/db/schema";
import { findEmails } from "@/lib/find-emails";
import type { Context } from "../context";
import { type TypedEvent, withRecords } from "../events/event-records";
import { readEventPage } from "../events/feed";
import { firstOpenEventId } from "../events/list";
import { uuidsIn } from "../sql";
import { filterEvents } from "./filter";
import { ofProject, type WebhookRow } from "./record";
import { payloadOf } from "./target";

/** What decides which events a webhook is told of, and how. */
type Subscription = Pick<WebhookRow, "id" | "url" | "types" | "filter" | "format" | "chat_texts">;

/** A delivery as it is stored. Leads who are deleted after it was read have an event after `readAt`, a position in the feed. */
export type NewDelivery = {
  readAt: string;
  event_id: string;
  type: EventType;
  email: string | null;
  code_key: string | null;
  code_text: string | null;
  payload: string | null;
  emails: string[];
  /** What it is about, to send deliveries about the same one after another. */
  keys: string[];
};

/**
 * A delivery that is due. `attempts` counts those that count toward the delays. `keys`: deliveries with one in common are sent one after another.
 * `unsaved` is what is stored with its first result, if it isn't yet.
 */
export type DueDelivery = { eventId: string; payload: string | null; attempts: number; keys: string[]; unsaved: NewDelivery | null };

/** With the ID of the record, because leads and codes can be renamed, and a deleted one has no name. */
const keysOf = ({ email, code_key: code }: Pick<NewDelivery, "email" | "code_key">, id: unknown = null): string[] => [
  ...(email === null ? [] : [`lead ${email}`]),
  ...(code === null ? [] : [`code ${code}`]),
  ...(typeof id === "string" ? [`record ${id}`] : []),
];

/** Returns the deliveries of events to a webhook: of those that match its filter and have no delivery yet. */
export async function newDeliveries(ctx: Context, webhook: Subscription, events: readonly TypedEvent[]): Promise<NewDelivery[]> {
  const known = await listKnownEvents(
    ctx,
    webhook.id,
    events.map(({ id }) => id),
  );
  const unknown = events.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return [];
  const readAt = await firstOpenEventId(ctx.db);
  const records = await withRecords(ctx, unknown);
  const items = unknown.flatMap(({ row }, index) => {
    const event = records[index];
    return event ? [{ row, event }] : [];
  });
  return (await filterEvents(ctx, webhook.filter, items)).flatMap(({ row, event }) => {
    const payload = payloadOf(webhook, event);
    if (payload === null) return [];
    const { email, code_key, code_text } = row;
    const emails = findEmails(JSON.stringify(event));
    const keys = keysOf(row, "id" in event.data ? event.data.id : null);
    return [{ readAt, event_id: event.id, type: event.type, email, code_key, code_text, payload, emails, keys }];
  });
}

async function listKnownEvents({ db, projectId }: Context, id: string, events: readonly string[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const rows = await queryRows<{ event_id: string }>(
    db,
    sql`select event_id from webhook_deliveries where project_id = ${projectId} and webhook_id = ${id}::uuid and event_id in ${uuidsIn(events)}`,
  );
  return new Set(rows.map(({ event_id: event }) => event));
}

/** Stores deliveries of a webhook that are due now, unless they exist. */
export async function insertDeliveries({ db, projectId }: Context, id: string, deliveries: readonly NewDelivery[]): Promise<void> {
  await db.execute(sql`
    insert into webhook_deliveries (${deliveryColumns}, next_attempt_at) select ${deliveryValues(projectId, id)}, now()
    from ${deliveryRows(deliveries)} on conflict do nothing`);
}

/** The columns that a new delivery has values for. */
export const deliveryColumns: SQL = sql`project_id, webhook_id, event_id, type, email, code_key, code_text, payload, emails`;

/** The values of these columns, from rows `d` of `deliveryRows`. */
export const deliveryValues = (projectId: number, id: string): SQL =>
  sql`${projectId}::int, ${id}::uuid, d.event_id, d.type, d.email, d.code_key, d.code_text, d.payload, array(select jsonb_array_elements_text(d.emails))`;

/** Deliveries as rows `d`. */
export const deliveryRows = (deliveries: readonly NewDelivery[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d (event_id uuid, type text, email text, code_key text, code_text text, payload text, emails jsonb)`;

/** Reads the deliveries of the next events of the feed. `position` is where the next call continues. */
export async function readNextDeliveries(
  ctx: Context,
  webhook: Subscription,
  position: string,
  limit: number,
): Promise<{ deliveries: DueDelivery[]; position: string; hasMore: boolean }> {
  const page = await readEventPage(ctx, typesOfWebhook(webhook.types), position, limit);
  const deliveries = (await newDeliveries(ctx, webhook, page.events)).map((unsaved) => ({
    eventId: unsaved.event_id,
    payload: unsaved.payload,
    attempts: 0,
    keys: unsaved.keys,
    unsaved,
  }));
  return { deliveries, position: page.cursor, hasMore: page.hasMore };
}

/** The most deliveries of a webhook that wait for another attempt. Until there are fewer, it gets no new events, which stay in the feed. */
const maxWaiting = 10_000;

/**
 * Returns a webhook as it is now, and whether so many of its deliveries wait that new events stay in the feed. Null if this worker doesn't have it
 * any more.
 */
export async function checkLane(
  { db, projectId }: Context,
  id: string,
  holder: string,
): Promise<{ webhook: WebhookRow; isFull: boolean } | null> {
  const [row] = await queryRows<WebhookRow & { is_full: boolean }>(
    db,
    sql`select w.*, exists (select from webhook_deliveries where project_id = ${projectId} and webhook_id = ${id}::uuid and status = 'pending' offset ${maxWaiting}) as is_full
      from webhooks w where ${ofProject({ projectId })} and w.id = ${id}::uuid and w.status = 'active' and w.lease_holder = ${holder}::uuid and w.lease_until > now()`,
  );
  return row ? { webhook: row, isFull: row.is_full } : null;
}

type DueRow = RowOf<typeof webhookDeliveries, "event_id" | "payload" | "email" | "code_key"> & { count: number };

/** Returns deliveries whose next attempt is due, the longest due first, without those in `except`. */
export async function listDueDeliveries(
  { db, projectId }: Context,
  id: string,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<DueDelivery[]> {
  const rows = await queryRows<DueRow>(
    db,
    sql`select event_id, payload, email, code_key, jsonb_array_length(attempts) - earlier_attempts as count from webhook_deliveries
      where project_id = ${projectId} and webhook_id = ${id}::uuid and status = 'pending' and next_attempt_at <= now() and event_id not in ${uuidsIn(except)}
      order by next_attempt_at, event_id limit ${limit}`,
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    payload: row.payload,
    attempts: row.count,
    keys: keysOf(row),
    unsaved: null,
  }));
}

/** Returns when the next delivery that waits is due, without those in `except`, in milliseconds from now, or null if none waits. */
export async function nextDueIn({ db, projectId }: Context, id: string, except: readonly string[]): Promise<number | null> {
  const [row] = await queryRows<{ ms: number | null }>(
    db,
    sql`select extract(epoch from min(next_attempt_at) - now())::float * 1000 as ms from webhook_deliveries
      where project_id = ${projectId} and webhook_id = ${id}::uuid and status = 'pending' and event_id not in ${uuidsIn(except)}`,
  );
  return row?.ms ?? null;
}
