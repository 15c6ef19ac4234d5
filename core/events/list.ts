import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EventRecord, listEventsEndpoint } from "@/contract/events";
import type { RowOf } from "@/db/query";
import type { events } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder } from "../sort-order";
import { countQuery, idAfter, joinAnd, minIdSince, selectActorName } from "../sql";

export type ListEventsQuery = z.output<NonNullable<typeof listEventsEndpoint.query>>;
export type EventRow = Pick<EventRecord, "data"> &
  RowOf<typeof events, "id" | "kind" | "at" | "email" | "actor_kind" | "actor_id" | "request_id" | "code_text"> & {
    actor_name: string | null;
    subject_name: string | null;
  };

/** The conditions of a list query for events `e`. Filtering by ID range as well as time lets an index return the rows in the list's order. */
export function eventConditions(ctx: Context, query: ListEventsQuery): SQL[] {
  const conditions: SQL[] = [sql`e.project_id = ${ctx.projectId}`];
  if (query.kind) conditions.push(sql`e.kind = ${query.kind}`);
  if (query.by) conditions.push(sql`e.actor_kind = ${query.by}`);
  if (query.actor) conditions.push(sql`e.actor_id = ${query.actor.toLowerCase()}`);
  if (query.code) conditions.push(sql`e.code_key = ${query.code}`);
  if (query.email) conditions.push(sql`e.email = ${query.email}`);
  if (query.since) conditions.push(sql`e.id >= ${minIdSince(query.since)}`, sql`e.at >= ${query.since}::timestamptz`);
  if (query.until) conditions.push(sql`e.id < ${idAfter(query.until)}`, sql`e.at < ${query.until}::timestamptz`);
  return conditions;
}

/** The columns of `EventRow` for events `e`, with the names of the actor and the subject. Removed staff members keep their names. */
export const eventColumns: SQL = sql`e.*, ${selectActorName(sql`e`)} as actor_name,
    (select s.name from staff s where s.project_id = e.project_id and s.id::text = e.data ->> 'staff') as subject_name`;

/** Selects the newest events that match `conditions`. */
export const newestEvents = (conditions: readonly SQL[], limit: number): SQL =>
  sql`select ${eventColumns} from events e where ${joinAnd(conditions)} order by e.id desc limit ${limit}`;

const eventSubject = ({ data, subject_name: name }: EventRow): EventRecord["subject"] =>
  name !== null && typeof data.staff === "string" ? { id: data.staff, name } : null;

export const eventRecord = (row: EventRow): EventRecord => ({
  id: row.id,
  kind: row.kind,
  at: isoTimestamp(row.at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  subject: eventSubject(row),
  requestId: row.request_id,
  code: row.code_text,
  email: row.email,
  data: row.data,
});

const newestFirst: ListOrder = { columns: [{ expression: sql`e.id`, type: "uuid" }], descending: true };

/** Lists events, newest first. */
export function listEvents(ctx: Context, query: ListEventsQuery): Promise<ListResult<EventRecord>> {
  const filters = eventConditions(ctx, query);
  return paginate<EventRow, EventRecord>(ctx, query, {
    order: "events",
    rows: (after, limit) => newestEvents([...filters, ...afterCursor(newestFirst, after)], limit),
    cursor: (row) => [row.id],
    toRecord: eventRecord,
    count: (max) => countQuery(sql`events e`, filters, max),
  });
}
