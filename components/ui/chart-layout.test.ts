import fc from "fast-check";
import { expect, test } from "vitest";
import { getCountTicks } from "./chart-layout";

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [4, [0, 1, 2, 3, 4]],
  [13, [0, 5, 10, 15]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])("labels the count axis of a chart with a maximum of %i", (maxCount, counts) => {
  expect(getCountTicks(maxCount)).toEqual(counts);
});

test("labels the count axis with three to six even whole steps from 0 to the first that is not exceeded", () => {
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
