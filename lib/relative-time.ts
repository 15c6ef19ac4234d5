import { dateTimeFormat, formatDay } from "./date-formats";
import { localClock } from "./time-zones";

const units = [
  { unit: "minute", size: 60_000, limit: 60 },
  { unit: "hour", size: 3_600_000, limit: 24 },
  { unit: "day", size: 86_400_000, limit: 30 },
] as const;

/** The number of a calendar day in a time zone. */
const dayNumber = (at: Date, timeZone: string): number => Math.floor(localClock(at.getTime(), timeZone) / 86_400_000);

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Formats a time relative to now: "5 minutes ago", "in 2 hours", or the day if it is more than a month away. */
export function relativeTime(at: Date, now: Date, timeZone: string): string {
  const distance = at.getTime() - now.getTime();
  if (Math.abs(distance) < 60_000) return "just now";
  for (const { unit, size, limit } of units) {
    // Days are counted by midnights, not in units of 24 hours.
    const count = unit === "day" ? dayNumber(at, timeZone) - dayNumber(now, timeZone) : Math.round(distance / size);
    if (Math.abs(count) < limit) return relativeFormat.format(count, unit);
  }
  return formatDay(at, timeZone);
}

/** Formats a time with its time zone: "21 Nov 2026, 17:13:05 (Europe/Berlin)". */
export function absoluteTime(at: Date, timeZone: string): string {
  return `${dateTimeFormat(timeZone, "second").format(at)} (${timeZone})`;
}
