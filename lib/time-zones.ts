import { clockFormat } from "./clock-formats";

const day = 24 * 3_600_000;

/** How the clocks of `zone` show the moment `at`: as if it were UTC, in milliseconds. */
export function clockOf(at: number, zone: string): number {
  const parts = clockFormat(zone, "parts").formatToParts(at);
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = (
    ["year", "month", "day", "hour", "minute", "second"] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year, month - 1, date, hour, minute, second);
}

/** The date (`2026-11-21`) that calendars in `zone` show at the moment `at`. */
export const dateIn = (zone: string, at: Date): string => new Date(clockOf(at.getTime(), zone)).toISOString().slice(0, 10);

/** The date `days` after `date`. */
export const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

/** The first moment of `date` in `zone`, as ISO 8601 in UTC. Where the clocks leave midnight out, that is a later hour's. */
export function startOfDay(date: string, zone: string): string {
  const midnight = Date.parse(date);
  const offsets = [midnight - day, midnight + day].map((at) => clockOf(at, zone) - at);
  const moments = offsets.map((offset) => new Date(midnight - offset)).sort((a, b) => a.getTime() - b.getTime());
  return (moments.find((moment) => dateIn(zone, moment) === date) ?? new Date(midnight)).toISOString();
}

/** The first moments of the days from `first` through `last` in `zone`, and of the day after. */
export function startsOfDays(first: string, last: string, zone: string): string[] {
  const starts: string[] = [];
  for (let date = first; date <= daysAfter(last, 1); date = daysAfter(date, 1)) {
    const before = starts.at(-1);
    const afterAWholeDay = before === undefined ? Number.NaN : Date.parse(before) + day;
    // Most days have 24 hours, and the others are looked up.
    const isMidnight = before !== undefined && clockOf(afterAWholeDay, zone) === Date.parse(date);
    starts.push(isMidnight ? new Date(afterAWholeDay).toISOString() : startOfDay(date, zone));
  }
  return starts;
}

/** Whether `text` is a date of the calendar: `2026-11-21`, and not `2026-02-30`. */
export function isDate(text: string): boolean {
  const at = /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
