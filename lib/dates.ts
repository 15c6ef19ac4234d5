import { currentTime } from "./clock";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const styles = {
  parts: {
    locale: "en",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  },
  day: { locale: "en", dateStyle: "medium" },
  minute: { locale: "en", hourCycle: "h23", timeStyle: "short" },
  second: { locale: "en", hourCycle: "h23", dateStyle: "medium", timeStyle: "medium" },
} satisfies Record<string, Intl.DateTimeFormatOptions & { locale: string }>;

// Creating a format is slow, so each is created once.
const cache = new Map<string, Intl.DateTimeFormat>();

/** Returns the format for a style in a time zone: numeric parts, "Nov 21, 2026" (day), "17:13" (minute) or "Nov 21, 2026, 17:13:05" (second). */
function dateTimeFormat(timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const { locale, ...options } = styles[style];
  const key = `${style} ${timeZone}`;
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  cache.set(key, format);
  return format;
}

/** Names a time zone for people: "New York time" for `America/New_York`, "UTC", or "GMT-5" for a zone without a place. */
export function timeZoneName(timeZone: string): string {
  if (/^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu)$/i.test(timeZone)) return "UTC";
  const place = timeZone.split("/").slice(1).at(-1)?.replaceAll("_", " ");
  if (place !== undefined && !timeZone.startsWith("Etc/")) return `${place} time`;
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** Formats the day in a time zone: "Nov 21, 2026". */
export const formatDay = (at: Date, timeZone: string): string => dateTimeFormat(timeZone, "day").format(at);

/** Formats the time of day in a time zone: "17:13". */
export const formatTime = (at: Date, timeZone: string): string => dateTimeFormat(timeZone, "minute").format(at);

/** Formats a date such as `2026-11-21`: "Nov 21, 2026". */
export const formatDate = (date: string): string => formatDay(new Date(date), "UTC");

/** The local clock time at an instant, as milliseconds since 1970 as if it were UTC. */
function localClock(at: number, timeZone: string): number {
  const parts = dateTimeFormat(timeZone, "parts").formatToParts(at);
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = (
    ["year", "month", "day", "hour", "minute", "second"] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year, month - 1, date, hour, minute, second);
}

/** The local date (`2026-11-21`) at an instant. */
export const localDate = (timeZone: string, at: Date): string => new Date(localClock(at.getTime(), timeZone)).toISOString().slice(0, 10);

/** Adds days to a date (`2026-11-21`). */
export const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

/** The weekday of a date (`2026-11-21`): 0 is Monday, 6 is Sunday. 1970 started on a Thursday. */
export const weekdayIndex = (date: string): number => (Date.parse(date) / day + 3) % 7;

// Rows of a file have the same few dates.
const dayStarts = new Map<string, string>();
const maxDayStarts = 10_000;

/** The first instant of a local date, as ISO 8601 in UTC. If the clocks skip midnight, the day starts later. */
export function startOfDay(date: string, timeZone: string): string {
  const key = `${timeZone} ${date}`;
  const start = dayStarts.get(key) ?? firstInstantAt(Date.parse(date), timeZone);
  if (dayStarts.size >= maxDayStarts) dayStarts.clear();
  dayStarts.set(key, start);
  return start;
}

/** The first instants of the local dates from `first` through `last`, and of the day after. */
export function dayBoundaries(first: string, last: string, timeZone: string): string[] {
  const starts: string[] = [];
  for (let date = first; date <= addDays(last, 1); date = addDays(date, 1)) {
    const before = starts.at(-1);
    const nextMidnight = before === undefined ? Number.NaN : Date.parse(before) + day;
    // Most days have 24 hours; only the others need a lookup.
    const isMidnight = before !== undefined && localClock(nextMidnight, timeZone) === Date.parse(date);
    starts.push(isMidnight ? new Date(nextMidnight).toISOString() : startOfDay(date, timeZone));
  }
  return starts;
}

/** Whether a text is a valid calendar date such as `2026-11-21`. */
export function isDate(text: string): boolean {
  const at = /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Parses a local minute such as `2026-12-31T23:59`. Returns null if it does not exist in the calendar. */
function parseLocalMinute(local: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local) ? at : null;
}

/** The instants at which clocks in the time zone show `clock`: two when an hour is repeated, none when it is skipped. */
function instantsAt(clock: number, timeZone: string): number[] {
  const offsets = new Set([clock - day, clock + day].map((at) => localClock(at, timeZone) - at));
  return [...offsets]
    .map((offset) => clock - offset)
    .filter((at) => localClock(at, timeZone) === clock)
    .sort((a, b) => a - b);
}

/** The instant at which clocks in the time zone skip `clock`. */
function endOfSkippedTime(clock: number, timeZone: string): number {
  let [before, after] = [clock - day, clock + day];
  while (after - before > minute) {
    const middle = Math.floor((before + after) / 2 / minute) * minute;
    if (localClock(middle, timeZone) < clock) before = middle;
    else after = middle;
  }
  return after;
}

function firstInstantAt(clock: number, timeZone: string): string {
  return new Date(instantsAt(clock, timeZone)[0] ?? endOfSkippedTime(clock, timeZone)).toISOString();
}

/** The start of a local minute (`2026-12-31T23:59`) as ISO 8601 in UTC: the first if it occurs twice, the end of the gap if it is skipped. */
export function startOfMinute(local: string, timeZone: string): string | null {
  const clock = parseLocalMinute(local);
  return clock === null ? null : firstInstantAt(clock, timeZone);
}

/** The end (exclusive) of a local minute as ISO 8601 in UTC: the last if it occurs twice, the end of the gap if it is skipped. */
export function endOfMinute(local: string, timeZone: string): string | null {
  const clock = parseLocalMinute(local);
  if (clock === null) return null;
  const last = instantsAt(clock, timeZone).at(-1);
  return new Date(last === undefined ? endOfSkippedTime(clock, timeZone) : last + minute).toISOString();
}

/** The name of a file that is made today, in UTC: "personal-data-2026-11-21.json". */
export const datedFileName = (name: string, extension: string): string =>
  `${name}-${new Date(currentTime()).toISOString().slice(0, 10)}.${extension}`;

/** Formats the local minute of an instant: `2026-12-31T23:59`. */
export const formatLocalMinute = (timeZone: string, at: Date): string =>
  new Date(localClock(at.getTime(), timeZone)).toISOString().slice(0, 16);

/** The last millisecond before an exclusive end. What ends at midnight is valid through the day before. */
export const lastInstantBefore = (end: string): Date => new Date(Date.parse(end) - 1);

/** Formats a minute in a time zone and in UTC: "Dec 31, 2026, 23:59 Europe/Berlin (22:59 UTC)". */
export function formatWithUtc(at: Date, timeZone: string): string {
  const local = `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)} ${timeZoneName(timeZone)}`;
  if (timeZoneName(timeZone) === "UTC") return local;
  const utc =
    formatDay(at, "UTC") === formatDay(at, timeZone) ? formatTime(at, "UTC") : `${formatDay(at, "UTC")}, ${formatTime(at, "UTC")}`;
  return `${local} (${utc} UTC)`;
}

/** Formats an exclusive end: "through Dec 31, 2026, 23:59 Europe/Berlin (22:59 UTC)". */
export const formatThrough = (end: string, timeZone: string): string => `through ${formatWithUtc(lastInstantBefore(end), timeZone)}`;

const relativeUnits = [
  { unit: "minute", size: minute, limit: 60 },
  { unit: "hour", size: hour, limit: 24 },
  { unit: "day", size: day, limit: 30 },
] as const;

/** The number of a calendar day in a time zone. */
const dayNumber = (at: Date, timeZone: string): number => Math.floor(localClock(at.getTime(), timeZone) / day);

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Formats a time relative to now: "5 minutes ago", "in 2 hours", or the day if it is more than a month away. */
export function relativeTime(at: Date, now: Date, timeZone: string): string {
  const distance = at.getTime() - now.getTime();
  if (Math.abs(distance) < minute) return "just now";
  for (const { unit, size, limit } of relativeUnits) {
    // Days are counted by midnights, not in units of 24 hours.
    const count = unit === "day" ? dayNumber(at, timeZone) - dayNumber(now, timeZone) : Math.round(distance / size);
    if (Math.abs(count) < limit) return relativeFormat.format(count, unit);
  }
  return formatDay(at, timeZone);
}

/** Formats a time with its time zone: "Nov 21, 2026, 17:13:05 (Europe/Berlin)". */
export function absoluteTime(at: Date, timeZone: string): string {
  return `${dateTimeFormat(timeZone, "second").format(at)} (${timeZoneName(timeZone)})`;
}

/** Converts a database timestamp (`2026-11-21 12:00:00.5+00`) to ISO 8601 in UTC with milliseconds. */
export function isoTimestamp(timestamp: string): string;
export function isoTimestamp(timestamp: string | null): string | null;
export function isoTimestamp(timestamp: string | null): string | null {
  if (timestamp === null) return null;
  // Connections use UTC, so parsing a date, which takes as long as reading the row, is rarely necessary.
  if (timestamp[10] === " " && timestamp.endsWith("+00"))
    return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${timestamp.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
  return new Date(timestamp.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
}
