import { formatDay, formatTime } from "./date-formats";
import { localClock } from "./time-zones";

const minute = 60_000;
const day = 24 * 60 * minute;

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

/** The start of a local minute (`2026-12-31T23:59`) as ISO 8601 in UTC: the first if it occurs twice, the end of the gap if it is skipped. */
export function startOfMinute(local: string, timeZone: string): string | null {
  const clock = parseLocalMinute(local);
  return clock === null ? null : new Date(instantsAt(clock, timeZone)[0] ?? endOfSkippedTime(clock, timeZone)).toISOString();
}

/** The end (exclusive) of a local minute as ISO 8601 in UTC: the last if it occurs twice, the end of the gap if it is skipped. */
export function endOfMinute(local: string, timeZone: string): string | null {
  const clock = parseLocalMinute(local);
  if (clock === null) return null;
  const last = instantsAt(clock, timeZone).at(-1);
  return new Date(last === undefined ? endOfSkippedTime(clock, timeZone) : last + minute).toISOString();
}

/** Formats the local minute of an instant: `2026-12-31T23:59`. */
export const formatLocalMinute = (timeZone: string, at: Date): string =>
  new Date(localClock(at.getTime(), timeZone)).toISOString().slice(0, 16);

/** The last millisecond before an exclusive end. What ends at midnight is valid through the day before. */
export const lastInstantBefore = (end: string): Date => new Date(Date.parse(end) - 1);

/** Formats a minute in a time zone and in UTC: "31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC)". */
export function formatWithUtc(at: Date, timeZone: string): string {
  const local = `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)} ${timeZone}`;
  if (timeZone === "UTC") return local;
  const utc =
    formatDay(at, "UTC") === formatDay(at, timeZone) ? formatTime(at, "UTC") : `${formatDay(at, "UTC")}, ${formatTime(at, "UTC")}`;
  return `${local} (${utc} UTC)`;
}

/** Formats an exclusive end: "through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC)". */
export const formatThrough = (end: string, timeZone: string): string => `through ${formatWithUtc(lastInstantBefore(end), timeZone)}`;
