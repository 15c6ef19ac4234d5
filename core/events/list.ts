import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EventRecord, listEventsEndpoint } from "@/contract/events";
import { rows } from "@/db/rows";
import { leastIdAt } from "@/lib/ids";
import { iso } from "@/lib/time";
import { actorName } from "../actor";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { type Order, past } from "../order";
import { everyOne, totalOf } from "../sql";

export type Query = z.output<NonNullable<typeof listEventsEndpoint.query>>;
export type EventRow = Omit<EventRecord, "actor" | "subject" | "requestId" | "code"> & {
  actor_kind: EventRecord["actor"]["kind"];
  actor_id: string | null;
  actor_name: string | null;
  subject_name: string | null;
  request_id: string | null;
  code_text: string | null;
};

/**
 * How far the moment in an event's id and the one it happened may lie apart, in milliseconds: the first is when it was written, by the
 * clock of that process; the second when its transaction began, by the database's.
 */
const apart = 10 * 60_000;

/** What a filter asks of events `e`. All of it but the moments' last minutes is read from an index that ends with the id, in the list's order. */
export function eventConditions(ctx: Context, query: Query): SQL[] {
  const conditions: SQL[] = [sql`e.project_id = ${ctx.projectId}`];
  if (query.kind) conditions.push(sql`e.kind = ${query.kind}`);
  if (query.by) conditions.push(sql`e.actor_kind = ${query.by}`);
  if (query.actor) conditions.push(sql`e.actor_id = ${query.actor.toLowerCase()}`);
  if (query.code) conditions.push(sql`e.code_key = ${query.code}`);
  if (query.email) conditions.push(sql`e.email = ${query.email}`);
  if (query.since)
    conditions.push(sql`e.id >= ${leastIdAt(Date.parse(query.since) - apart)}::uuid`, sql`e.at >= ${query.since}::timestamptz`);
  if (query.until)
    conditions.push(sql`e.id < ${leastIdAt(Date.parse(query.until) + apart)}::uuid`, sql`e.at < ${query.until}::timestamptz`);
  return conditions;
}

/** The columns of `EventRow` of events `e`, with the names of who did it and of whom it was done to; those of staff stay when they are removed. */
export const eventColumns: SQL = sql`e.*, ${actorName(sql`e`)} as actor_name,
    (select s.name from staff s where s.project_id = e.project_id and s.id = (e.data ->> 'staff')::uuid) as subject_name`;

/** Reads the newest events that meet `conditions`. */
export const newestEvents = (conditions: readonly SQL[], limit: number): SQL =>
  sql`select ${eventColumns} from events e where ${everyOne(conditions)} order by e.id desc limit ${limit}`;

const subjectOf = ({ data, subject_name: name }: EventRow): EventRecord["subject"] =>
  name !== null && typeof data.staff === "string" ? { id: data.staff, name } : null;

/** An event's row as its record. */
export const eventRecord = (row: EventRow): EventRecord => ({
  id: row.id,
  kind: row.kind,
  at: iso(row.at),
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  subject: subjectOf(row),
  requestId: row.request_id,
  code: row.code_text,
  email: row.email,
  data: row.data,
});

const newestFirst: Order = { columns: [{ of: sql`e.id`, type: "uuid" }], down: true };

/** Lists what happened, newest first. */
export function list(ctx: Context, query: Query): Promise<Listing<EventRecord>> {
  const filters = eventConditions(ctx, query);
  return listing(query, {
    order: "events",
    rows: (after, limit) => rows<EventRow>(ctx.db, newestEvents([...filters, ...past(newestFirst, after)], limit)),
    cursor: (row) => [row.id],
    item: eventRecord,
    total: (most) => totalOf(ctx.db, sql`events e`, filters, most),
  });
}
