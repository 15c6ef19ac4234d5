import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listLeadTimelineEndpoint, TimelineEntry } from "@/contract/messages";
import { queryRows, type RowOf } from "@/db/query";
import type { imports } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type EventRow, eventColumns, eventRecord } from "../events/list";
import { readStoredEvents } from "../events/stored-events";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { type AutomaticMessageRow, type DeliveryRow, deliveryRecord, messageRecord } from "../sends/record";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, joinAnd, selectActorName } from "../sql";
import { leadExists } from "./lead-exists";

type TimelineQuery = z.output<NonNullable<typeof listLeadTimelineEndpoint.query>>;
type SortableEntry = { id: string; entry: TimelineEntry };

/** Lists the events, deliveries, automatic emails and imports of a lead, newest first. Throws `lead_not_found`. */
export async function listLeadTimeline(ctx: Context, email: string, query: TimelineQuery): Promise<ListResult<TimelineEntry>> {
  const { db, projectId } = ctx;
  if (!(await leadExists(ctx, email))) throw new ApiError("lead_not_found");
  // The delivery of an email says that it was sent.
  const eventConditions = [sql`e.project_id = ${projectId}`, sql`e.email = ${email}`, sql`e.kind <> 'email.delivered'`];
  const deliveryConditions = [sql`d.project_id = ${projectId}`, sql`d.email = ${email}`];
  const imports = leadImports(projectId, email);
  return paginate(
    ctx,
    { ...query, email },
    {
      order: "timeline",
      rows: async (after, limit) => {
        const [events, deliveries, imported] = await Promise.all([
          queryRows<EventRow>(db, timelineEventsQuery(eventConditions, after, limit)),
          queryRows<DeliveryRow | AutomaticMessageRow>(db, timelineDeliveriesQuery(deliveryConditions, after, limit)),
          queryRows<ImportRow>(db, timelineImportsQuery(imports, after, limit)),
        ]);
        return [...events.map(eventEntry), ...deliveries.map(deliveryEntry), ...imported.map(importEntry)]
          .sort(compareNewestFirst)
          .slice(0, limit);
      },
      cursor: ({ id, entry }) => [entry.at, id],
      toRecord: ({ entry }) => entry,
      count: (maxCount) =>
        sql`select (${countQuery(storedEvents(eventConditions), [sql`true`], maxCount)}) + (${countQuery(sql`deliveries d`, deliveryConditions, maxCount)})
          + (${countQuery(sql`(${imports}) i`, [sql`true`], maxCount)}) as total`,
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
const importOrder = newestFirst(sql`i.at`, sql`i.id`);

type ImportRow = RowOf<typeof imports, "id" | "file_name" | "actor_kind" | "actor_id"> & {
  at: string;
  actor_name: string | null;
  was_created: boolean;
};

/** The imports that added or changed a lead. A file can have several rows of one lead. */
const leadImports = (projectId: number, email: string): SQL =>
  sql`select i.id, i.file_name, i.actor_kind, i.actor_id, ${selectActorName(sql`i`)} as actor_name, coalesce(i.started_at, i.created_at) as at,
      r.was_created
    from (select import_id, bool_or(result = 'created') as was_created from import_rows
      where project_id = ${projectId} and email = ${email} and result in ('created', 'updated') group by import_id) r
    join imports i on i.project_id = ${projectId} and i.id = r.import_id and i.kind = 'leads'`;

const timelineImportsQuery = (imports: SQL, after: Cursor | null, limit: number): SQL =>
  sql`select * from (${imports}) i where ${joinAnd([sql`true`, ...afterCursor(importOrder, after)])} order by ${orderBy(importOrder)} limit ${limit}`;

/** The events `e` of rows that meet all conditions, as a `from` item. */
const storedEvents = (conditions: readonly SQL[]): SQL =>
  sql`(${readStoredEvents(sql`select * from events e where ${joinAnd(conditions)}`)}) as e`;

/** A query for the events of one lead, newest first. They are few enough to be sorted. */
export const timelineEventsQuery = (conditions: readonly SQL[], after: Cursor | null, limit: number): SQL =>
  sql`select ${eventColumns} from ${storedEvents(conditions)} where ${joinAnd([sql`true`, ...afterCursor(eventOrder, after)])} order by ${orderBy(eventOrder)} limit ${limit}`;

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

function importEntry({ id, at, file_name: fileName, was_created: wasCreated, ...row }: ImportRow): SortableEntry {
  const actor = { kind: row.actor_kind, id: row.actor_id, name: row.actor_name };
  const record = { id, fileName, result: wasCreated ? ("created" as const) : ("updated" as const), actor };
  return { id, entry: { kind: "import", at: isoTimestamp(at), import: record } };
}

/** Compares as PostgreSQL does. Works on text because timestamps have a fixed length and ids are lower case. */
const compareNewestFirst = (a: SortableEntry, b: SortableEntry): number => {
  const [first, second] = [a.entry.at + a.id, b.entry.at + b.id];
  return first < second ? 1 : first > second ? -1 : 0;
};
