import { expect, test } from "vitest";
import { formatAxisCount, formatDay, formatAxisDate, getDateTicks } from "./chart-format";

const days = (count: number, last = "2026-11-21") =>
  Array.from({ length: count }, (_, place) => new Date(Date.parse(last) - (count - 1 - place) * 24 * 3_600_000).toISOString().slice(0, 10));

test("days are named as calendars name them", () => {
  expect([formatAxisDate("2026-11-21", 30), formatAxisDate("2026-11-01", 400), formatDay("2026-11-21")]).toEqual(["21 Nov", "Nov 2026", "Sat, 21 Nov 2026"]);
  expect([0, 950, 1200, 3_400_000].map(formatAxisCount)).toEqual(["0", "950", "1.2K", "3.4M"]);
});

test.each([1, 2, 30, 90, 180, 181, 400, 4000])("an axis of %i days names no more than fit", (count) => {
  const named = getDateTicks(days(count), 7);
  expect(named.length).toBeGreaterThan(0);
  expect(named.length).toBeLessThanOrEqual(7);
  if (count > 180) expect(named.every((date) => date.endsWith("-01"))).toBe(true);
  else expect(named.at(-1)).toBe("2026-11-21");
});
