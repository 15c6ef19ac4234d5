import { expect, test } from "vitest";
import { isDue, lifeOf } from "./kept";

test("the longer counting takes, the longer a count stands, but never beyond ten minutes", () => {
  expect([30, 200, 1000, 60_000].map(lifeOf)).toEqual([5000, 10_000, 50_000, 600_000]);
  expect(isDue({ age_ms: 49_000, took_ms: 1000, changed: false })).toBe(false);
  expect(isDue({ age_ms: 51_000, took_ms: 1000, changed: false })).toBe(true);
  expect(isDue({ age_ms: 4000, took_ms: 1000, changed: true })).toBe(false);
  expect(isDue({ age_ms: 6000, took_ms: 1000, changed: true })).toBe(true);
});
