import { clockFormat, dayIn } from "./clock-formats";
import { clockOf } from "./zones";

const steps = [
  { unit: "minute", size: 60_000, upTo: 60 },
  { unit: "hour", size: 3_600_000, upTo: 24 },
  { unit: "day", size: 86_400_000, upTo: 30 },
] as const;

/** The number of a day of the calendar in `zone`. */
const dayOf = (at: Date, zone: string): number => Math.floor(clockOf(at.getTime(), zone) / 86_400_000);

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago, or how soon, `at` is: "5 minutes ago"; beyond a month the day itself, as it is in `zone`. */
export function relativeTime(at: Date, now: Date, zone: string): string {
  const distance = at.getTime() - now.getTime();
  if (Math.abs(distance) < 60_000) return "just now";
  for (const { unit, size, upTo } of steps) {
    // Of days people count the midnights.
    const count = unit === "day" ? dayOf(at, zone) - dayOf(now, zone) : Math.round(distance / size);
    if (Math.abs(count) < upTo) return relative.format(count, unit);
  }
  return dayIn(at, zone);
}

/** The day and the second in `zone`, which it names: "21 Nov 2026, 17:13:05 (Europe/Berlin)". */
export function absoluteTime(at: Date, zone: string): string {
  return `${clockFormat(zone, "second").format(at)} (${zone})`;
}
