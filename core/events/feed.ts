import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type FeedEvent,
  FeedPosition,
  formatServerSentEvent,
  maxWaitSeconds,
  type readFeedEndpoint,
  streamSeconds,
} from "@/contract/event-feed";
import { type EventType, recordTypeNames } from "@/contract/event-types";
import { queryRows } from "@/db/query";
import { currentTime } from "@/lib/clock";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { ReplyWithFields } from "../pagination";
import { eventSequence, firstEventWithMoreAfter, type TypedEvent, typedEvents, withRecords } from "./event-records";
import { type EventRow, eventIndexRanges, firstOpenEventId, isOneOfKinds } from "./list";
import { kindsOfTypes } from "./public-type";
import { readStoredEvents } from "./stored-events";
import { isStopping, waitForEvent } from "./wait";

type FeedQuery = z.output<NonNullable<typeof readFeedEndpoint.query>>;

/** Up to so many kinds are read from the index by kind. More of them are most of all events. */
const maxIndexedKinds = 6;
const defaultLimit = 100;
/** How many rows are read at once where few are of events that the reader follows, and for how long, in milliseconds. */
const rowsPerRead = 1000;
const maxSearchMs = 2000;

type FeedRow = EventRow & { row_id: string };

/**
 * Reads the events of up to `limit` rows after a position, in the order of their IDs, up to the first that another could still appear before.
 * The first row can be one whose last event is after the position, or the one at it.
 */
async function readRows(
  ctx: Context,
  types: readonly EventType[],
  { after, end, limit }: { after: string | null; end: string; limit: number },
): Promise<{ rows: FeedRow[]; isLast: boolean }> {
  const kinds = kindsOfTypes(types);
  const isInOrder = sql`e.project_id = ${ctx.projectId} and e.id < ${end}::uuid ${after === null ? sql`` : sql`and e.id >= ${firstEventWithMoreAfter(after)}::uuid`}`;
  const ranges = kinds.length > maxIndexedKinds ? [isOneOfKinds(kinds)] : eventIndexRanges({ kind: kinds });
  const inOrder = sql`order by e.id limit ${limit}`;
  const parts = ranges.map((range) => sql`(select * from events e where ${isInOrder} and ${range} ${inOrder})`);
  const stored = sql`select * from (${sql.join(parts, sql` union all `)}) as e ${inOrder}`;
  const rows = await queryRows<FeedRow>(ctx.db, sql`select * from (${readStoredEvents(stored, sql`e.id as row_id,`)}) as e order by e.id`);
  return { rows, isLast: new Set(rows.map(({ row_id: id }) => id)).size < limit };
}

export type EventPage = { events: TypedEvent[]; cursor: string; hasMore: boolean };

/**
 * Reads events of some types after a position. `cursor` is where the reader continues: before the next event, at the end of the feed, or where
 * the search ended because it took too long.
 */
export async function readEventPage(ctx: Context, types: readonly EventType[], start: string | null, limit: number): Promise<EventPage> {
  const end = await firstOpenEventId(ctx.db);
  const searchEnd = performance.now() + maxSearchMs;
  const events: TypedEvent[] = [];
  for (let cursor = start, rowLimit = limit + 2; ; rowLimit = rowsPerRead) {
    const { rows, isLast } = await readRows(ctx, types, { after: cursor, end, limit: rowLimit });
    for (const row of rows) {
      // A row can have several events, and the reader can have some of them.
      for (const event of typedEvents(row)) {
        if (cursor !== null && event.id <= cursor) continue;
        if (types.includes(event.type)) {
          if (events.length === limit) return { events, cursor: cursor ?? end, hasMore: true };
          events.push(event);
        }
        cursor = event.id;
      }
      if (cursor === null || row.id > cursor) cursor = row.id;
    }
    if (isLast) return { events, cursor: start !== null && start > end ? start : end, hasMore: false };
    if (performance.now() > searchEnd) return { events, cursor: cursor ?? end, hasMore: true };
  }
}

/** How far the clock of the database can have gone back, in milliseconds. */
const maxClockSkew = 60_000;

/** Returns the ID that a reader starts after. Throws `invalid_input` if that is in the future, such as a position in another database. */
async function startAfter({ db }: Context, after: FeedQuery["after"]): Promise<string | null> {
  if (after === "now") return firstOpenEventId(db);
  if (after !== undefined && eventSequence(after) / 1000 > currentTime() + maxClockSkew)
    throw new ApiError("invalid_input", { fields: { after: ["is in the future. It may be from another installation"] } });
  return after ?? null;
}

/** Throws if the reader can't read any more, such as with a key that was revoked. */
type CheckAccess = () => Promise<void>;

/** Reads the `Last-Event-ID` of a reader that continues a stream. Throws `invalid_input`. */
export function readPosition(lastEventId: string | null): FeedQuery["after"] {
  if (!lastEventId) return undefined;
  const position = FeedPosition.safeParse(lastEventId);
  if (position.success) return position.data;
  throw new ApiError("invalid_input", { fields: { "Last-Event-ID": position.error.issues.map(({ message }) => message) } });
}

/** A stream says that often that it is still there, in milliseconds. Proxies close connections without data. */
const heartbeatMs = 15_000;

type StreamOptions = { checkAccess?: CheckAccess; seconds?: number };

/**
 * Returns events in the order of their IDs after a position, as they happen, as server-sent events. Ends after `seconds`, or at once when the
 * reader leaves.
 */
export function streamFeed(ctx: Context, query: Pick<FeedQuery, "types" | "after">, options: StreamOptions = {}): AsyncIterable<string> {
  const leaving = new AbortController();
  const chunks = streamChunks(ctx, query, options, leaving.signal);
  const leave = () => {
    leaving.abort();
    return chunks.return(undefined);
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => chunks.next(), return: leave }) };
}

async function* streamChunks(
  ctx: Context,
  { types = recordTypeNames, after = "now" }: Pick<FeedQuery, "types" | "after">,
  { checkAccess = async () => {}, seconds = streamSeconds }: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const end = performance.now() + seconds * 1000;
  let cursor = (await startAfter(ctx, after)) ?? "";
  yield `retry: 1000\nid: ${cursor}\n\n`;
  for (;;) {
    const page = await readEventPage(ctx, types, cursor, defaultLimit);
    cursor = page.cursor;
    const text = (await withRecords(ctx, page.events)).map(formatServerSentEvent).join("");
    // Without data, the reader only keeps the position, also of a search that continues in the next stream.
    yield text || `id: ${cursor}\n\n`;
    const remaining = end - performance.now();
    if (remaining <= 0 || isStopping()) return;
    if (!page.hasMore) await waitForEvent(ctx, cursor, Math.min(heartbeatMs, remaining), signal);
    if (signal.aborted || !(await hasAccess(checkAccess))) return;
  }
}

/** Whether the reader of a stream can still read. Their next request says why not. */
async function hasAccess(checkAccess: CheckAccess): Promise<boolean> {
  try {
    await checkAccess();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Returns events in the order of their IDs after a position, each once. With `wait`, waits so many seconds for the first one. */
export async function readFeed(
  ctx: Context,
  { types = recordTypeNames, limit = defaultLimit, wait = 0, after }: FeedQuery,
  checkAccess: CheckAccess = async () => {},
): Promise<ReplyWithFields<FeedEvent>> {
  const end = performance.now() + Math.min(wait, maxWaitSeconds) * 1000;
  for (let start = await startAfter(ctx, after); ; ) {
    const { events, cursor, hasMore } = await readEventPage(ctx, types, start, limit);
    if (events.length > 0 || hasMore || !(await waitForEvent(ctx, cursor, end - performance.now())))
      return new ReplyWithFields(await withRecords(ctx, events), { cursor, hasMore });
    await checkAccess();
    start = cursor;
  }
}

/** Counts the events of some types from one position to another, up to `max`. */
export async function countEventsBetween(
  ctx: Context,
  types: readonly EventType[],
  { from, to, max }: { from: string; to: string; max: number },
): Promise<number> {
  let count = 0;
  for (let cursor: string | null = from; cursor !== null && count < max; ) {
    const page: EventPage = await readEventPage(ctx, types, cursor, rowsPerRead);
    count += page.events.filter(({ id }) => id < to).length;
    cursor = page.hasMore && page.cursor < to ? page.cursor : null;
  }
  return Math.min(count, max);
}

/** Returns the position right before an event. */
export function idBefore(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll("-", "")}`) - 1n).toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
