import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listTimelineEndpoint, TimelineEntry } from "@/contract/timeline";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type EventRow, eventColumns, eventRecord } from "../events/list";
import { type Cursor, type Listing, listing } from "../listing";
import { inOrder, type Order, past } from "../order";
import { type DeliveryRow, deliveryRecord, messageRecord, type OwnMessageRow } from "../sends/wire";
import { everyOne, totalOf } from "../sql";

type Query = z.output<NonNullable<typeof listTimelineEndpoint.query>>;
type Entry = { id: string; entry: TimelineEntry };

/** Lists what happened with a lead and the messages to them, newest first, each message as it stands now. Refuses with `lead_not_found`. */
export async function timeline(ctx: Context, email: string, query: Query): Promise<Listing<TimelineEntry>> {
  const { db, projectId } = ctx;
  const [lead] = await rows(db, sql`select from leads where project_id = ${projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const happened = [sql`e.project_id = ${projectId}`, sql`e.email = ${email}`];
  const written = [sql`d.project_id = ${projectId}`, sql`d.email = ${email}`];
  return listing(query, {
    order: "timeline",
    rows: async (after, limit) => {
      const [events, deliveries] = await Promise.all([
        rows<EventRow>(db, eventsOf(happened, after, limit)),
        rows<DeliveryRow | OwnMessageRow>(db, deliveriesTo(written, after, limit)),
      ]);
      return [...events.map(eventEntry), ...deliveries.map(deliveryEntry)].sort(newestFirst).slice(0, limit);
    },
    cursor: ({ id, entry }) => [entry.at, id],
    item: ({ entry }) => entry,
    total: async (most) => (await totalOf(db, sql`events e`, happened, most)) + (await totalOf(db, sql`deliveries d`, written, most)),
  });
}

const newest = (at: SQL, id: SQL): Order => ({
  columns: [
    { of: at, type: "timestamptz" },
    { of: id, type: "uuid" },
  ],
  down: true,
});
const eventOrder = newest(sql`e.at`, sql`e.id`);
const deliveryOrder = newest(sql`d.created_at`, sql`d.id`);

/** Reads events that meet `conditions`, all of one lead, newest first; a lead's own are few enough to be put in order. */
export const eventsOf = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select ${eventColumns} from events e where ${everyOne([...conditions, ...past(eventOrder, after)])} order by ${inOrder(eventOrder)} limit ${limit}`;

/** Reads deliveries that meet `conditions`, all to one lead, newest first. */
export const deliveriesTo = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select d.* from deliveries d where ${everyOne([...conditions, ...past(deliveryOrder, after)])} order by ${inOrder(deliveryOrder)} limit ${limit}`;

function eventEntry(row: EventRow): Entry {
  const event = eventRecord(row);
  return { id: event.id, entry: { kind: "event", at: event.at, event } };
}

function deliveryEntry(row: DeliveryRow | OwnMessageRow): Entry {
  const at = iso(row.created_at);
  if (row.send_id === null) return { id: row.id, entry: { kind: "message", at, message: messageRecord(row) } };
  return { id: row.id, entry: { kind: "delivery", at, delivery: deliveryRecord(row) } };
}

// As the database compares them: moments are of one length, and ids are written in lower case.
const newestFirst = (a: Entry, b: Entry): number => {
  const [one, other] = [a.entry.at + a.id, b.entry.at + b.id];
  return one < other ? 1 : one > other ? -1 : 0;
};
