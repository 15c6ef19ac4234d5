import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { actorKinds } from "@/contract/enums";
import type { EventKind, EventRecord, listEventsEndpoint } from "@/contract/events";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { type events, frequentEventKinds, isInfrequent } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { minIdAt } from "@/lib/ids";
import type { Context } from "../context";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, sortDirection } from "../sort-order";
import { cappedCount, idAfter, joinAnd, minIdSince, selectActorName } from "../sql";

export type ListEventsQuery = Omit<z.output<NonNullable<typeof listEventsEndpoint.query>>, "kind"> & {
  kind?: readonly EventKind[] | undefined;
};
export type EventRow = Pick<EventRecord, "data"> &
  RowOf<typeof events, "id" | "kind" | "at" | "email" | "actor_kind" | "actor_id" | "request_id" | "code_text"> & {
    actor_name: string | null;
    subject_name: string | null;
  };

/** The events that an index has in their order: those of one kind by one kind of actor, and those of all kinds but the frequent ones. */
export function eventIndexRanges({ kind: kinds, by }: Pick<ListEventsQuery, "kind" | "by">): SQL[] {
  const ofKind = (kind: EventKind) => (by ? [by] : actorKinds).map((actorKind) => sql`e.kind = ${kind} and e.actor_kind = ${actorKind}`);
  if (kinds !== undefined) return kinds.flatMap(ofKind);
  return by ? [sql`${isInfrequent(sql`e.kind`)} and e.actor_kind = ${by}`, ...frequentEventKinds.flatMap(ofKind)] : [sql`true`];
}

/** The conditions of a list query for events `e`, except on the kind and the kind of actor. Filtering by ID range as well as time lets an index return the rows in the list's order. */
export function eventConditions(ctx: Context, query: ListEventsQuery): SQL[] {
  const conditions: SQL[] = [sql`e.project_id = ${ctx.projectId}`];
  // Says more than people want to read, and is for copies.
  if (query.order !== "asc" && query.kind === undefined) conditions.push(sql`e.kind <> 'records.changed'`);
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

type EventPage = { conditions: readonly SQL[]; filter: ListEventsQuery; descending?: boolean; limit: number };

/** Selects the first events that match `conditions` and the kinds of `filter`, newest first or oldest first. Merges ranges of an index. */
export function selectEvents({ conditions, filter, descending = true, limit }: EventPage): SQL {
  const ordered = sql`order by e.id ${sortDirection(descending)} limit ${limit}`;
  const inRange = (range: SQL) => sql`(select * from events e where ${joinAnd([...conditions, range])} ${ordered})`;
  return sql`select ${eventColumns} from (${sql.join(eventIndexRanges(filter).map(inRange), sql` union all `)}) as e ${ordered}`;
}

/** A query that counts the events that match `conditions` and the kinds of `filter`, up to `maxCount`. */
export function countEvents({ conditions, filter }: Pick<EventPage, "conditions" | "filter">, maxCount?: number): SQL {
  const inRange = (range: SQL) => sql`(select from events e where ${joinAnd([...conditions, range])})`;
  return cappedCount(sql.join(eventIndexRanges(filter).map(inRange), sql` union all `), maxCount);
}

/**
 * The ID below which the events are complete: every event that is written later, or by a transaction that hasn't ended, has a higher one. IDs
 * have the time at which the database writes the event, which is after its transaction started. A transaction without an ID of its own has
 * written nothing before its current statement. All processes must connect as the same database user, whose transactions each can see.
 */
async function firstOpenEventId(db: Database): Promise<string> {
  const [row] = await queryRows<{ time: string }>(
    db,
    sql`select floor(extract(epoch from least(statement_timestamp(), min(case when backend_xid is null then query_start else xact_start end))) * 1000)::bigint as time
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and (backend_xid is not null or state = 'active')`,
  );
  return minIdAt(Number(row?.time));
}

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

/** Lists events, newest first. Oldest first, it leaves out those before which another could still appear. */
export async function listEvents(ctx: Context, query: ListEventsQuery): Promise<ListResult<EventRecord>> {
  const descending = query.order !== "asc";
  const order: ListOrder = { columns: [{ expression: sql`e.id`, type: "uuid" }], descending };
  const conditions = eventConditions(ctx, query);
  if (query.after) conditions.push(...afterCursor(order, [query.after]));
  if (!descending) conditions.push(sql`e.id < ${await firstOpenEventId(ctx.db)}::uuid`);
  const select = (after: Cursor | null, limit: number) =>
    selectEvents({ conditions: [...conditions, ...afterCursor(order, after)], filter: query, descending, limit });
  return paginate<EventRow, EventRecord>(ctx, query, {
    order: descending ? "events" : "events asc",
    // Another request has another last ID, so that the statement isn't kept.
    rows: (after, limit) => (descending ? select(after, limit) : queryRows<EventRow>(ctx.db, select(after, limit))),
    cursor: (row) => [row.id],
    toRecord: eventRecord,
    count: (max) => countEvents({ conditions, filter: query }, max),
  });
}
