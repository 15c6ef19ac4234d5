import fc from "fast-check";
import { expect, test } from "vitest";
import { getCountTicks } from "./chart-layout";

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [4, [0, 1, 2, 3, 4]],
  [13, [0, 5, 10, 15]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])("the counts beside a chart whose highest is %i", (highest, counts) => {
  expect(getCountTicks(highest)).toEqual(counts);
});

test("the counts beside a chart begin with 0, are whole, even and few, and the last is the first that no line passes", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), (highest) => {
      const counts = getCountTicks(highest);
      const [first, step = 0] = counts;
      expect(first).toBe(0);
      expect(counts.length).toBeGreaterThanOrEqual(3);
      expect(counts.length).toBeLessThanOrEqual(6);
      expect(Number.isInteger(step)).toBe(true);
      expect(counts).toEqual(counts.map((_, place) => place * step));
      expect(counts.at(-1)).toBeGreaterThanOrEqual(highest);
      if (counts.length > 3) expect(counts.at(-2)).toBeLessThan(highest);
    }),
  );
});
