import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listLeadTimelineEndpoint, TimelineEntry } from "@/contract/lead-timeline";
import { rows } from "@/db/rows";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type EventRow, eventColumns, eventRecord } from "../events/list";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { type AutomaticMessageRow, type DeliveryRow, deliveryRecord, messageRecord } from "../sends/record";
import { afterCursor, orderBy, type SortOrder } from "../sort-order";
import { countRows, joinAnd } from "../sql";

type Query = z.output<NonNullable<typeof listLeadTimelineEndpoint.query>>;
type Entry = { id: string; entry: TimelineEntry };

/** Lists what happened with a lead and the messages to them, newest first, each message as it stands now. Refuses with `lead_not_found`. */
export async function listLeadTimeline(ctx: Context, email: string, query: Query): Promise<ListResult<TimelineEntry>> {
  const { db, projectId } = ctx;
  const [lead] = await rows(db, sql`select from leads where project_id = ${projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const happened = [sql`e.project_id = ${projectId}`, sql`e.email = ${email}`];
  const written = [sql`d.project_id = ${projectId}`, sql`d.email = ${email}`];
  return paginate(query, {
    order: "timeline",
    rows: async (after, limit) => {
      const [events, deliveries] = await Promise.all([
        rows<EventRow>(db, timelineEventsQuery(happened, after, limit)),
        rows<DeliveryRow | AutomaticMessageRow>(db, timelineDeliveriesQuery(written, after, limit)),
      ]);
      return [...events.map(eventEntry), ...deliveries.map(deliveryEntry)].sort(newestFirst).slice(0, limit);
    },
    cursor: ({ id, entry }) => [entry.at, id],
    toRecord: ({ entry }) => entry,
    total: async (most) => (await countRows(db, sql`events e`, happened, most)) + (await countRows(db, sql`deliveries d`, written, most)),
  });
}

const newestFirstOrder = (at: SQL, id: SQL): SortOrder => ({
  columns: [
    { expression: at, type: "timestamptz" },
    { expression: id, type: "uuid" },
  ],
  descending: true,
});
const eventOrder = newestFirstOrder(sql`e.at`, sql`e.id`);
const deliveryOrder = newestFirstOrder(sql`d.created_at`, sql`d.id`);

/** Reads events that meet `conditions`, all of one lead, newest first; a lead's own are few enough to be put in order. */
export const timelineEventsQuery = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select ${eventColumns} from events e where ${joinAnd([...conditions, ...afterCursor(eventOrder, after)])} order by ${orderBy(eventOrder)} limit ${limit}`;

/** Reads deliveries that meet `conditions`, all to one lead, newest first. */
export const timelineDeliveriesQuery = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select d.* from deliveries d where ${joinAnd([...conditions, ...afterCursor(deliveryOrder, after)])} order by ${orderBy(deliveryOrder)} limit ${limit}`;

function eventEntry(row: EventRow): Entry {
  const event = eventRecord(row);
  return { id: event.id, entry: { kind: "event", at: event.at, event } };
}

function deliveryEntry(row: DeliveryRow | AutomaticMessageRow): Entry {
  const at = isoTimestamp(row.created_at);
  if (row.send_id === null) return { id: row.id, entry: { kind: "message", at, message: messageRecord(row) } };
  return { id: row.id, entry: { kind: "delivery", at, delivery: deliveryRecord(row) } };
}

// As the database compares them: moments are of one length, and ids are written in lower case.
const newestFirst = (a: Entry, b: Entry): number => {
  const [one, other] = [a.entry.at + a.id, b.entry.at + b.id];
  return one < other ? 1 : one > other ? -1 : 0;
};
