import { expect, test } from "vitest";
import { absoluteTime, relativeTime } from "./relative-time";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now, "UTC");

test("formats times within a month relative to now and later ones as a date", () => {
  expect([10, 50, 90, 3 * 3600, 86_400, 9 * 86_400].map(ago)).toEqual([
    "just now",
    "just now",
    "1 minute ago",
    "3 hours ago",
    "yesterday",
    "9 days ago",
  ]);
  expect(ago(45 * 86_400)).toBe("7 Oct 2026");
  expect(ago(-7200)).toBe("in 2 hours");
  // Until midnight of the seventh day.
  expect(relativeTime(new Date("2026-11-28T22:59:59Z"), now, "Europe/Berlin")).toBe("in 7 days");
  expect(relativeTime(new Date("2026-11-19T23:30:00Z"), now, "Europe/Berlin")).toBe("yesterday");
});

test("includes the time zone in absolute times", () => {
  expect(absoluteTime(now, "Europe/Berlin")).toBe("21 Nov 2026, 13:00:00 (Europe/Berlin)");
});
