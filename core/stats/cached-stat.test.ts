import { expect, test } from "vitest";
import { cacheDurationMs, isStale } from "./cached-stat";

test("a count is cached for longer the longer it takes, but never for more than ten minutes", () => {
  expect([30, 200, 1000, 60_000].map(cacheDurationMs)).toEqual([5000, 10_000, 50_000, 600_000]);
  expect(isStale({ age_ms: 49_000, duration_ms: 1000, changed_by_staff: false })).toBe(false);
  expect(isStale({ age_ms: 51_000, duration_ms: 1000, changed_by_staff: false })).toBe(true);
  expect(isStale({ age_ms: 4000, duration_ms: 1000, changed_by_staff: true })).toBe(false);
  expect(isStale({ age_ms: 6000, duration_ms: 1000, changed_by_staff: true })).toBe(true);
});
