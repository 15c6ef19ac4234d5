import { expect, test } from "vitest";
import { isRunningOut } from "./capacity";

test.each([
  ["is running out when 80% of its codes exist", { total: 1_000_000, remaining: 200_000 }, 10, true],
  ["is not running out when one code less exists", { total: 1_000_000, remaining: 200_001 }, 10, false],
  ["is not running out when another batch as large as the largest just fits", { total: 1_000_000, remaining: 400_000 }, 400_000, false],
  ["is running out when another batch as large as the largest does not fit", { total: 1_000_000, remaining: 399_999 }, 400_000, true],
  ["is not running out when it has no codes yet", { total: 1_000_000, remaining: 1_000_000 }, 0, false],
])("a format %s", (_, format, largestBatch, runningOut) => {
  expect(isRunningOut(format, largestBatch)).toBe(runningOut);
});
