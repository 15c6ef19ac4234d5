import { dayIn, timeIn } from "./clock-formats";
import { clockOf } from "./zones";

const minute = 60_000;
const day = 24 * 60 * minute;

/** A minute as clocks show it, such as `2026-12-31T23:59`; null where it is none of the calendar. */
function clockTime(local: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local) ? at : null;
}

/** When clocks in `zone` show `clock`: once, twice where an hour is repeated, or not at all where one is left out. */
function momentsOf(clock: number, zone: string): number[] {
  const offsets = new Set([clock - day, clock + day].map((at) => clockOf(at, zone) - at));
  return [...offsets]
    .map((offset) => clock - offset)
    .filter((at) => clockOf(at, zone) === clock)
    .sort((a, b) => a - b);
}

/** The moment at which clocks in `zone` leave `clock` out. */
function leapOver(clock: number, zone: string): number {
  let [before, after] = [clock - day, clock + day];
  while (after - before > minute) {
    const middle = Math.floor((before + after) / 2 / minute) * minute;
    if (clockOf(middle, zone) < clock) before = middle;
    else after = middle;
  }
  return after;
}

/** The beginning of the minute `local` (`2026-12-31T23:59`) in `zone`, as ISO 8601 in UTC: of two the first, and of one that is left out what comes in its place. */
export function beginningOf(local: string, zone: string): string | null {
  const clock = clockTime(local);
  return clock === null ? null : new Date(momentsOf(clock, zone)[0] ?? leapOver(clock, zone)).toISOString();
}

/** The end of the minute `local` in `zone`, which is the first moment after it: of two the last, and of one that is left out what came before it. */
export function endOf(local: string, zone: string): string | null {
  const clock = clockTime(local);
  if (clock === null) return null;
  const last = momentsOf(clock, zone).at(-1);
  return new Date(last === undefined ? leapOver(clock, zone) : last + minute).toISOString();
}

/** The minute that clocks in `zone` show at a moment: `2026-12-31T23:59`. */
export const minuteIn = (zone: string, at: Date): string => new Date(clockOf(at.getTime(), zone)).toISOString().slice(0, 16);

/** The last moment before an end: what ends at midnight goes through the day before. */
export const lastBefore = (end: string): Date => new Date(Date.parse(end) - 1);

/** A minute in `zone`, and in UTC beside it: "31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC)". */
export function inZone(at: Date, zone: string): string {
  const there = `${dayIn(at, zone)}, ${timeIn(at, zone)} ${zone}`;
  if (zone === "UTC") return there;
  const here = dayIn(at, "UTC") === dayIn(at, zone) ? timeIn(at, "UTC") : `${dayIn(at, "UTC")}, ${timeIn(at, "UTC")}`;
  return `${there} (${here} UTC)`;
}

/** Until when something goes on that ends at `end`: "through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC)". */
export const throughWords = (end: string, zone: string): string => `through ${inZone(lastBefore(end), zone)}`;
