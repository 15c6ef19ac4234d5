import { expect, test } from "vitest";
import { formatAxisCount, formatAxisDate, formatChartDate, getDateTicks } from "./chart-format";

const days = (count: number, last = "2026-11-21") =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(last) - (count - 1 - index) * 24 * 3_600_000).toISOString().slice(0, 10));

test("formats dates and counts for axes and tooltips", () => {
  expect([formatAxisDate("2026-11-21", 30), formatAxisDate("2026-11-01", 400), formatChartDate("2026-11-21")]).toEqual([
    "21 Nov",
    "Nov 2026",
    "Sat, 21 Nov 2026",
  ]);
  expect([0, 950, 1200, 3_400_000].map(formatAxisCount)).toEqual(["0", "950", "1.2K", "3.4M"]);
});

test.each([1, 2, 30, 90, 180, 181, 400, 4000])("labels at most seven dates on an axis of %i days", (count) => {
  const labels = getDateTicks(days(count), 7);
  expect(labels.length).toBeGreaterThan(0);
  expect(labels.length).toBeLessThanOrEqual(7);
  if (count > 180) expect(labels.every((date) => date.endsWith("-01"))).toBe(true);
  else expect(labels.at(-1)).toBe("2026-11-21");
});
