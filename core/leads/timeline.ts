import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listLeadTimelineEndpoint, TimelineEntry } from "@/contract/lead-timeline";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type EventRow, eventColumns, eventRecord } from "../events/list";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { type AutomaticMessageRow, type DeliveryRow, deliveryRecord, messageRecord } from "../sends/record";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, joinAnd } from "../sql";

type TimelineQuery = z.output<NonNullable<typeof listLeadTimelineEndpoint.query>>;
type SortableEntry = { id: string; entry: TimelineEntry };

/** Lists the events, deliveries and automatic emails of a lead, newest first. Throws `lead_not_found`. */
export async function listLeadTimeline(ctx: Context, email: string, query: TimelineQuery): Promise<ListResult<TimelineEntry>> {
  const { db, projectId } = ctx;
  const [lead] = await queryRows(db, sql`select from leads where project_id = ${projectId} and email = ${email}`);
  if (!lead) throw new ApiError("lead_not_found");
  const eventConditions = [sql`e.project_id = ${projectId}`, sql`e.email = ${email}`];
  const deliveryConditions = [sql`d.project_id = ${projectId}`, sql`d.email = ${email}`];
  return paginate(
    ctx,
    { ...query, email },
    {
      order: "timeline",
      rows: async (after, limit) => {
        const [events, deliveries] = await Promise.all([
          queryRows<EventRow>(db, timelineEventsQuery(eventConditions, after, limit)),
          queryRows<DeliveryRow | AutomaticMessageRow>(db, timelineDeliveriesQuery(deliveryConditions, after, limit)),
        ]);
        return [...events.map(eventEntry), ...deliveries.map(deliveryEntry)].sort(compareNewestFirst).slice(0, limit);
      },
      cursor: ({ id, entry }) => [entry.at, id],
      toRecord: ({ entry }) => entry,
      count: (maxCount) =>
        sql`select (${countQuery(sql`events e`, eventConditions, maxCount)}) + (${countQuery(sql`deliveries d`, deliveryConditions, maxCount)}) as total`,
    },
  );
}

const newestFirst = (time: SQL, id: SQL): ListOrder => ({
  columns: [
    { expression: time, type: "timestamptz" },
    { expression: id, type: "uuid" },
  ],
  descending: true,
});
const eventOrder = newestFirst(sql`e.at`, sql`e.id`);
const deliveryOrder = newestFirst(sql`d.created_at`, sql`d.id`);

/** A query for the events of one lead, newest first. They are few enough to be sorted. */
export const timelineEventsQuery = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select ${eventColumns} from events e where ${joinAnd([...conditions, ...afterCursor(eventOrder, after)])} order by ${orderBy(eventOrder)} limit ${limit}`;

/** A query for the deliveries to one lead, newest first. */
export const timelineDeliveriesQuery = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select d.* from deliveries d where ${joinAnd([...conditions, ...afterCursor(deliveryOrder, after)])} order by ${orderBy(deliveryOrder)} limit ${limit}`;

function eventEntry(row: EventRow): SortableEntry {
  const event = eventRecord(row);
  return { id: event.id, entry: { kind: "event", at: event.at, event } };
}

function deliveryEntry(row: DeliveryRow | AutomaticMessageRow): SortableEntry {
  const at = isoTimestamp(row.created_at);
  if (row.send_id === null) return { id: row.id, entry: { kind: "message", at, message: messageRecord(row) } };
  return { id: row.id, entry: { kind: "delivery", at, delivery: deliveryRecord(row) } };
}

/** Compares as PostgreSQL does. Works on text because timestamps have a fixed length and ids are lower case. */
const compareNewestFirst = (a: SortableEntry, b: SortableEntry): number => {
  const [first, second] = [a.entry.at + a.id, b.entry.at + b.id];
  return first < second ? 1 : first > second ? -1 : 0;
};
