import type { FeedEvent } from "@/contract/event-feed";
import { type EventTopic, type EventType, eventTopic } from "@/contract/event-types";
import { normalizeCode } from "@/contract/normalize";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { getBatch } from "../batches/record";
import { lookupCodes } from "../codes/record";
import type { Context } from "../context";
import { getImport } from "../imports/record";
import { lookupLeads } from "../leads/record";
import type { ListResult } from "../pagination";
import { getSend } from "../sends/list";
import { getWave } from "../waves/record";
import type { EventRow } from "./list";
import { publicTypes } from "./public-type";

/** An event with a type by which other systems know it. */
export type TypedEvent = { id: string; row: EventRow; type: EventType; sequence: number };

/** Returns when an event was written, from its ID, in microseconds. Events about one record are written one after another. */
export function eventSequence(id: string): number {
  const [high = "", low = "", fraction = ""] = id.split("-");
  return Number.parseInt(high + low, 16) * 1000 + Math.floor((Number.parseInt(fraction.slice(1), 16) * 1000) / 4096);
}

/** The most events that an event is followed by: see `publicTypes`. */
const maxFollowing = 2;

/** Returns the ID that comes so many after another, or before it. */
function nearbyId(id: string, distance: number): string {
  const tail = Math.min(Math.max(Number.parseInt(id.slice(24), 16) + distance, 0), 2 ** 48 - 1);
  return id.slice(0, 24) + tail.toString(16).padStart(12, "0");
}

/** Returns the lowest ID that an event can have whose own events come after a position. */
export const firstEventWithMoreAfter = (position: string): string => nearbyId(position, -maxFollowing);

/**
 * Returns the events by which other systems know an event. The first has its ID, and the others those right after it, so that they are the same
 * whenever they are read.
 */
export const typedEvents = (row: EventRow): TypedEvent[] =>
  publicTypes(row).map((type, index) => ({ row, type, id: nearbyId(row.id, index), sequence: eventSequence(row.id) + index }));

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
function recordKey({ row, type }: TypedEvent): string | null {
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

/** What changed: the details of the event, the email of an event about a code, and the code of one about a lead, which can change with them. */
function eventChange({ row, type }: TypedEvent): Record<string, unknown> {
  const topic = eventTopic(type);
  if (topic === "code" && row.email !== null) return { ...row.data, email: row.email };
  return topic === "lead" && row.code_text !== null ? { ...row.data, code: row.code_text } : row.data;
}

/** Whether a record was created after an event: the code was deleted since, and another one has its text. */
const isLater = ({ createdAt }: FoundRecord, { row }: TypedEvent): boolean =>
  typeof createdAt === "string" && createdAt > isoTimestamp(row.at);

/** The values that changed, as they were, of events that know them. */
function previousValues({ fields, previous, previousEmail, onWaitlist }: Record<string, unknown>): object {
  if (previous !== undefined) return { previous };
  if (typeof previousEmail === "string") return { previous: { email: previousEmail } };
  return String(fields) === "onWaitlist" && typeof onWaitlist === "boolean" ? { previous: { onWaitlist: !onWaitlist } } : {};
}

function eventData(event: TypedEvent, records: ReadonlyMap<string, FoundRecord> | undefined): object {
  const topic = eventTopic(event.type);
  const { previous: _, ...change } = eventChange(event);
  if (topic === "account") return { change };
  if (topic === "records") return { leads: textList(change.leads), codes: textList(change.codes), change };
  const key = recordKey(event);
  const record = key === null ? undefined : records?.get(key);
  if (record && !isLater(record, event)) return { ...record, ...previousValues(event.row.data), change };
  const id = change.id ?? change[topic];
  const { code_text: code } = event.row;
  return { id: typeof id === "string" ? id : null, ...(topic === "code" && code !== null && { code }), deleted: true, change };
}

/** Adds to events the records that they are about, as they are now. */
export async function withRecords(ctx: Context, events: readonly TypedEvent[]): Promise<FeedEvent[]> {
  const records = new Map<EventTopic, Map<string, FoundRecord>>();
  for (const [topic, about] of Map.groupBy(events, ({ type }) => eventTopic(type))) {
    const keys = [...new Set(about.flatMap((event) => recordKey(event) ?? []))];
    const found = await readers[topic]?.(ctx, keys);
    if (found) records.set(topic, found);
  }
  return events.map(
    (event) =>
      ({
        id: event.id,
        type: event.type,
        timestamp: isoTimestamp(event.row.at),
        project: String(ctx.projectId),
        sequence: event.sequence,
        data: eventData(event, records.get(eventTopic(event.type))),
      }) as FeedEvent,
  );
}
