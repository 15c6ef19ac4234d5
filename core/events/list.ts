import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { actorKinds } from "@/contract/enums";
import type { EventKind, EventRecord, listEventsEndpoint } from "@/contract/events";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { claimByNewLead, type events, frequentEventKinds, isInfrequent } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { minIdAt } from "@/lib/ids";
import type { Context } from "../context";
import { type Cursor, invalidCursor, type ListResult, paginate } from "../pagination";
import { sortDirection } from "../sort-order";
import { cappedCount, idAfter, itemsIn, joinAnd, minIdSince, selectActorName } from "../sql";
import { hasEventAfter, readStoredEvents } from "./stored-events";

export type ListEventsQuery = Omit<z.output<NonNullable<typeof listEventsEndpoint.query>>, "kind"> & {
  kind?: readonly EventKind[] | undefined;
};
export type EventRow = Pick<EventRecord, "data"> &
  RowOf<typeof events, "id" | "kind" | "at" | "email" | "actor_kind" | "actor_id" | "request_id" | "code_key" | "code_text"> & {
    actor_name: string | null;
    subject_name: string | null;
  };

/** The kinds of rows that are read as events of these kinds. */
const storedKinds = (kinds: readonly EventKind[]): string[] =>
  kinds.includes("lead.created") || kinds.includes("code.claimed") ? [...kinds, claimByNewLead] : [...kinds];

/** A kind in the text of a statement. As a value, PostgreSQL couldn't know how rare it is. */
const kindLiteral = (kind: string): SQL => sql.raw(`'${kind}'`);

/** The condition that a row `e` is read as events of these kinds. */
export const isOneOfKinds = (kinds: readonly EventKind[]): SQL =>
  sql`e.kind in (${sql.join(storedKinds(kinds).map(kindLiteral), sql`, `)})`;

/** The rows that an index has in their order: those of one kind by one kind of actor, and those of all kinds but the frequent ones. */
export function eventIndexRanges({ kind: kinds, by }: Pick<ListEventsQuery, "kind" | "by">): SQL[] {
  const ofKind = (kind: string) =>
    (by ? [by] : actorKinds).map((actorKind) => sql`e.kind = ${kindLiteral(kind)} and e.actor_kind = ${actorKind}`);
  if (kinds !== undefined) return storedKinds(kinds).flatMap(ofKind);
  return by ? [sql`${isInfrequent(sql`e.kind`)} and e.actor_kind = ${by}`, ...frequentEventKinds.flatMap(ofKind)] : [sql`true`];
}

/** The conditions of a list query for events `e`, except on the kind and the kind of actor. Filtering by ID range as well as time lets an index return the rows in the list's order. */
export function eventConditions(ctx: Context, query: ListEventsQuery): SQL[] {
  const conditions: SQL[] = [sql`e.project_id = ${ctx.projectId}`];
  // They say more than people want to read: the first is for copies, and the second is one for each email.
  if (query.order !== "asc" && query.kind === undefined)
    conditions.push(query.email ? sql`e.kind <> 'records.changed'` : sql`e.kind not in ('records.changed', 'email.delivered')`);
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

/** `conditions` on rows and events `e`. `after`: the IDs of events that the selected ones come after. */
type EventPage = { conditions: readonly SQL[]; after?: readonly string[]; filter: ListEventsQuery; descending?: boolean; limit: number };

/** A query for the events of rows that match `isStored`, in the ranges of an index. `ordered` sorts and limits each part. */
function eventsInRanges({ conditions, after = [], filter, descending = true }: Omit<EventPage, "limit">, ordered = sql``): SQL {
  const isStored = joinAnd([...conditions, ...after.map((id) => hasEventAfter(id, descending))]);
  const inRange = (range: SQL) => sql`(select * from events e where ${isStored} and ${range} ${ordered})`;
  const stored = sql`select * from (${sql.join(eventIndexRanges(filter).map(inRange), sql` union all `)}) as e ${ordered}`;
  const matches = [...conditions, ...after.map((id) => sql`e.id ${sql.raw(descending ? "<" : ">")} ${id}::uuid`)];
  if (filter.kind) matches.push(sql`e.kind in ${itemsIn(filter.kind)}`);
  return sql`select * from (${readStoredEvents(stored)}) as e where ${joinAnd(matches)} ${ordered}`;
}

/** Selects the first events that match `conditions` and the kinds of `filter`, newest first or oldest first. Merges ranges of an index. */
export function selectEvents({ limit, ...page }: EventPage): SQL {
  const ordered = sql`order by e.id ${sortDirection(page.descending ?? true)} limit ${limit}`;
  return sql`select ${eventColumns} from (${eventsInRanges(page, ordered)}) as e ${ordered}`;
}

/** A query that counts the events that match `conditions` and the kinds of `filter`, up to `maxCount`. */
export const countEvents = (page: Omit<EventPage, "limit">, maxCount?: number): SQL =>
  cappedCount(sql`select from (${eventsInRanges(page)}) as e`, maxCount);

/**
 * The ID below which the events are complete: every event that is written later, or by a transaction that hasn't ended, has a higher one. IDs
 * have the time at which the database writes the event, which is after its transaction started. A transaction without an ID of its own has
 * written nothing before its current statement. All processes must connect as the same database user, whose transactions each can see.
 */
export async function firstOpenEventId(db: Database): Promise<string> {
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

/** The ID in a cursor. Throws `invalid_input` if it has something else. */
function eventOfCursor(cursor: Cursor | null): Cursor {
  if (cursor !== null && cursor.length !== 1) throw invalidCursor();
  return cursor ?? [];
}

/** Lists events, newest first. Oldest first, it leaves out those before which another could still appear. */
export async function listEvents(ctx: Context, query: ListEventsQuery): Promise<ListResult<EventRecord>> {
  const descending = query.order !== "asc";
  const conditions = eventConditions(ctx, query);
  const after = query.after ? [query.after] : [];
  if (!descending) conditions.push(sql`e.id < ${await firstOpenEventId(ctx.db)}::uuid`);
  const select = (cursor: Cursor | null, limit: number) =>
    selectEvents({ conditions, after: [...after, ...eventOfCursor(cursor)], filter: query, descending, limit });
  return paginate<EventRow, EventRecord>(ctx, query, {
    order: descending ? "events" : "events asc",
    // Another request has another last ID, so that the statement isn't kept.
    rows: (cursor, limit) => (descending ? select(cursor, limit) : queryRows<EventRow>(ctx.db, select(cursor, limit))),
    cursor: (row) => [row.id],
    toRecord: eventRecord,
    count: (max) => countEvents({ conditions, after, filter: query, descending }, max),
  });
}
