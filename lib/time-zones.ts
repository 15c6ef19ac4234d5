import { dateTimeFormat } from "./date-formats";

const day = 24 * 3_600_000;

/** The local clock time at an instant, as milliseconds since 1970 as if it were UTC. */
export function localClock(at: number, timeZone: string): number {
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

/** The first instant of a local date, as ISO 8601 in UTC. If the clocks skip midnight, the day starts later. */
export function startOfDay(date: string, timeZone: string): string {
  const midnight = Date.parse(date);
  const offsets = [midnight - day, midnight + day].map((at) => localClock(at, timeZone) - at);
  const candidates = offsets.map((offset) => new Date(midnight - offset)).sort((a, b) => a.getTime() - b.getTime());
  return (candidates.find((instant) => localDate(timeZone, instant) === date) ?? new Date(midnight)).toISOString();
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
