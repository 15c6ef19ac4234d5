import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAxisCount, formatAxisDate, formatChartDate, getCountTicks, getDateTicks } from "./chart-axis";

const days = (count: number, last = "2026-11-21") =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(last) - (count - 1 - index) * 24 * 3_600_000).toISOString().slice(0, 10));

test("dates and counts are formatted for axes and tooltips", () => {
  expect([formatAxisDate("2026-11-21", 30), formatAxisDate("2026-11-01", 400), formatChartDate("2026-11-21")]).toEqual([
    "Nov 21",
    "Nov 2026",
    "Sat, Nov 21, 2026",
  ]);
  expect([0, 950, 1200, 3_400_000].map(formatAxisCount)).toEqual(["0", "950", "1.2K", "3.4M"]);
});

test.each([1, 2, 30, 90, 180, 181, 400, 4000])("at most seven dates are labeled on an axis of %i days", (count) => {
  const labels = getDateTicks(days(count), 7);
  expect(labels.length).toBeGreaterThan(0);
  expect(labels.length).toBeLessThanOrEqual(7);
  if (count > 180) expect(labels.every((date) => date.endsWith("-01"))).toBe(true);
  else expect(labels.at(-1)).toBe("2026-11-21");
});

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [4, [0, 1, 2, 3, 4]],
  [13, [0, 5, 10, 15]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])("the count axis of a chart with a maximum of %i has round labels", (maxCount, counts) => {
  expect(getCountTicks(maxCount)).toEqual(counts);
});

test("the count axis has three to six even whole steps from 0 to the first that is not exceeded", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (maxCount) => {
      const counts = getCountTicks(maxCount);
      const [first, step = 0] = counts;
      expect(first).toBe(0);
      expect(counts.length).toBeGreaterThanOrEqual(3);
      expect(counts.length).toBeLessThanOrEqual(6);
      expect(Number.isInteger(step)).toBe(true);
      expect(counts).toEqual(counts.map((_, index) => index * step));
      expect(counts.at(-1)).toBeGreaterThanOrEqual(maxCount);
      if (counts.length > 3) expect(counts.at(-2)).toBeLessThan(maxCount);
    }),
  );
});
