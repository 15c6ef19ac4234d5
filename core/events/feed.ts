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
import { accountTypes, type EventTopic, type EventType, eventTopic, eventTypes } from "@/contract/event-types";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { currentTime } from "@/lib/clock";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { getBatch } from "../batches/record";
import { lookupCodes } from "../codes/record";
import type { Context } from "../context";
import { getImport } from "../imports/record";
import { lookupLeads } from "../leads/record";
import { type ListResult, ReplyWithFields } from "../pagination";
import { getSend } from "../sends/list";
import { getWave } from "../waves/record";
import { type EventRow, eventIndexRanges, firstOpenEventId, isOneOfKinds } from "./list";
import { kindsOfTypes, publicType } from "./public-type";
import { readStoredEvents } from "./stored-events";
import { isStopping, waitForEvent } from "./wait";

type FeedQuery = z.output<NonNullable<typeof readFeedEndpoint.query>>;
type Typed = { row: EventRow; type: EventType };

/** Up to so many kinds are read from the index by kind. More of them are most of all events. */
const maxIndexedKinds = 6;
const defaultLimit = 100;
/** How many rows are read at once where few are of events that the reader follows, and for how long, in milliseconds. */
const rowsPerRead = 1000;
const maxSearchMs = 2000;

const unlessAsked = new Set<EventType>(accountTypes);
const typesByDefault = eventTypes.filter((type) => !unlessAsked.has(type));

/** Returns when an event was written, from its ID, in microseconds. Events about one record are written one after another. */
export function eventSequence(id: string): number {
  const [high = "", low = "", fraction = ""] = id.split("-");
  return Number.parseInt(high + low, 16) * 1000 + Math.floor((Number.parseInt(fraction.slice(1), 16) * 1000) / 4096);
}

type FeedRow = EventRow & { row_id: string };

/** Reads the events of up to `limit` rows after a position, in the order of their IDs, up to the first that another could still appear before. */
async function readRows(
  ctx: Context,
  types: readonly EventType[],
  { after, end, limit }: { after: string | null; end: string; limit: number },
): Promise<{ rows: FeedRow[]; isLast: boolean }> {
  const kinds = kindsOfTypes(types);
  const isInOrder = sql`e.project_id = ${ctx.projectId} and e.id < ${end}::uuid ${after === null ? sql`` : sql`and e.id > ${after}::uuid`}`;
  const ranges = kinds.length > maxIndexedKinds ? [isOneOfKinds(kinds)] : eventIndexRanges({ kind: kinds });
  const inOrder = sql`order by e.id limit ${limit}`;
  const parts = ranges.map((range) => sql`(select * from events e where ${isInOrder} and ${range} ${inOrder})`);
  const stored = sql`select * from (${sql.join(parts, sql` union all `)}) as e ${inOrder}`;
  const rows = await queryRows<FeedRow>(ctx.db, sql`select * from (${readStoredEvents(stored, sql`e.id as row_id,`)}) as e order by e.id`);
  return { rows, isLast: new Set(rows.map(({ row_id: id }) => id)).size < limit };
}

type Page = { events: Typed[]; cursor: string; hasMore: boolean };

/**
 * Reads events of some types after a position. `cursor` is where the reader continues: before the next event, at the end of the feed, or where
 * the search ended because it took too long.
 */
async function readPage(ctx: Context, types: readonly EventType[], start: string | null, limit: number): Promise<Page> {
  const end = await firstOpenEventId(ctx.db);
  const searchEnd = performance.now() + maxSearchMs;
  const events: Typed[] = [];
  for (let cursor = start, rowLimit = limit + 1; ; rowLimit = rowsPerRead) {
    const { rows, isLast } = await readRows(ctx, types, { after: cursor, end, limit: rowLimit });
    for (const row of rows) {
      // A row has two events, and the reader can have the first.
      if (start !== null && row.id <= start) continue;
      const type = publicType(row);
      if (type !== null && types.includes(type)) {
        if (events.length === limit) return { events, cursor: cursor ?? end, hasMore: true };
        events.push({ row, type });
      }
      cursor = row.id;
    }
    if (isLast) return { events, cursor: start !== null && start > end ? start : end, hasMore: false };
    if (performance.now() > searchEnd) return { events, cursor: cursor ?? end, hasMore: true };
  }
}

async function recordsByKey<Item>(list: ListResult<Item>, key: (item: Item) => string): Promise<Map<string, Item>> {
  const records = new Map<string, Item>();
  if ("readAll" in list) for await (const chunk of list.readAll((item) => item)) for (const item of chunk) records.set(key(item), item);
  return records;
}

/** Returns what `read` returns, or null if that doesn't exist. */
async function orNull<Item>(read: Promise<Item>): Promise<Item | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The key of the record that an event is about: an email, a code or an ID. */
function recordKey({ row, type }: Typed): string | null {
  const topic = eventTopic(type);
  // A record that was restored, or another with the same name, isn't the one that was deleted.
  if (type.endsWith(".deleted")) return null;
  if (topic === "lead") return row.email;
  if (topic === "code") return row.code_key;
  const id = row.data[topic];
  return typeof id === "string" ? id : null;
}

type FoundRecord = Readonly<Record<string, unknown>>;

const readers: Partial<Record<EventTopic, (ctx: Context, keys: readonly string[]) => Promise<Map<string, FoundRecord>>>> = {
  lead: (ctx, emails) => lookupLeads(ctx, emails).then((leads) => recordsByKey(leads, ({ email }) => email)),
  code: (ctx, keys) => recordsByKey(lookupCodes(ctx, keys), ({ code }) => normalizeCode(code)),
  batch: (ctx, ids) => readEach(ids, (id) => getBatch(ctx, id)),
  send: (ctx, ids) => readEach(ids, (id) => getSend(ctx, id)),
  wave: (ctx, ids) => readEach(ids, (id) => getWave(ctx, id)),
  import: (ctx, ids) => readEach(ids, (id) => getImport(ctx, id)),
};

/** Reads records one after another. There are few of them. */
async function readEach(ids: readonly string[], read: (id: string) => Promise<FoundRecord>): Promise<Map<string, FoundRecord>> {
  const found = new Map<string, FoundRecord>();
  for (const id of ids) {
    const record = await orNull(read(id));
    if (record !== null) found.set(id, record);
  }
  return found;
}

const textList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What changed: the details of the event, and the email of an event about a code. */
function eventChange({ row, type }: Typed): Record<string, unknown> {
  return eventTopic(type) === "code" && row.email !== null ? { ...row.data, email: row.email } : row.data;
}

/** Whether a record was created after an event: the code was deleted since, and another one has its text. */
const isLater = ({ createdAt }: FoundRecord, { row }: Typed): boolean => typeof createdAt === "string" && createdAt > isoTimestamp(row.at);

/** The values that changed, as they were, of events that know them. */
function previousValues({ fields, previous, previousEmail, onWaitlist }: Record<string, unknown>): object {
  if (previous !== undefined) return { previous };
  if (typeof previousEmail === "string") return { previous: { email: previousEmail } };
  return String(fields) === "onWaitlist" && typeof onWaitlist === "boolean" ? { previous: { onWaitlist: !onWaitlist } } : {};
}

function eventData(event: Typed, records: ReadonlyMap<string, FoundRecord> | undefined): object {
  const topic = eventTopic(event.type);
  const { previous, ...change } = eventChange(event);
  const previously = previousValues({ ...change, ...(previous !== undefined && { previous }) });
  if (topic === "account") return { change };
  if (topic === "records") return { leads: textList(change.leads), codes: textList(change.codes), change };
  const key = recordKey(event);
  const record = key === null ? undefined : records?.get(key);
  if (record && !isLater(record, event)) return { ...record, ...previously, change };
  const id = change.id ?? change[topic];
  return { id: typeof id === "string" ? id : null, deleted: true, change };
}

/** Adds to events the records that they are about, as they are now. */
async function withRecords(ctx: Context, events: readonly Typed[]): Promise<FeedEvent[]> {
  const records = new Map<EventTopic, Map<string, FoundRecord>>();
  for (const [topic, about] of Map.groupBy(events, ({ type }) => eventTopic(type))) {
    const keys = [...new Set(about.flatMap((event) => recordKey(event) ?? []))];
    const found = await readers[topic]?.(ctx, keys);
    if (found) records.set(topic, found);
  }
  return events.map(
    (event) =>
      ({
        id: event.row.id,
        type: event.type,
        timestamp: isoTimestamp(event.row.at),
        project: String(ctx.projectId),
        sequence: eventSequence(event.row.id),
        data: eventData(event, records.get(eventTopic(event.type))),
      }) as FeedEvent,
  );
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
  { types = typesByDefault, after = "now" }: Pick<FeedQuery, "types" | "after">,
  { checkAccess = async () => {}, seconds = streamSeconds }: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const end = performance.now() + seconds * 1000;
  let cursor = (await startAfter(ctx, after)) ?? "";
  // Without data, the reader only keeps the position.
  yield `retry: 1000\nid: ${cursor}\n\n`;
  for (;;) {
    const page = await readPage(ctx, types, cursor, defaultLimit);
    cursor = page.cursor;
    const text = (await withRecords(ctx, page.events)).map(formatServerSentEvent).join("");
    if (text !== "") yield text;
    if (performance.now() >= end) return;
    const wait = Math.min(heartbeatMs, end - performance.now());
    if (!page.hasMore && !(await waitForEvent(ctx, cursor, wait, signal))) {
      if (performance.now() >= end || isStopping() || signal.aborted) return;
      yield `id: ${cursor}\n\n`;
    }
    await checkAccess();
  }
}

/** Returns events in the order of their IDs after a position, each once. With `wait`, waits so many seconds for the first one. */
export async function readFeed(
  ctx: Context,
  { types = typesByDefault, limit = defaultLimit, wait = 0, after }: FeedQuery,
  checkAccess: CheckAccess = async () => {},
): Promise<ReplyWithFields<FeedEvent>> {
  const end = performance.now() + Math.min(wait, maxWaitSeconds) * 1000;
  for (let start = await startAfter(ctx, after); ; ) {
    const { events, cursor, hasMore } = await readPage(ctx, types, start, limit);
    if (events.length > 0 || hasMore || !(await waitForEvent(ctx, cursor, end - performance.now())))
      return new ReplyWithFields(await withRecords(ctx, events), { cursor, hasMore });
    await checkAccess();
    start = cursor;
  }
}
