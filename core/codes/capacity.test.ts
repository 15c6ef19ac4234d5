import { expect, test } from "vitest";
import { isRunningOut } from "./room";

test.each([
  ["four fifths exist", { space: 1_000_000, remaining: 200_000 }, 10, true],
  ["one code less exists", { space: 1_000_000, remaining: 200_001 }, 10, false],
  ["another batch like the largest would just fit", { space: 1_000_000, remaining: 400_000 }, 400_000, false],
  ["another batch like the largest would not fit", { space: 1_000_000, remaining: 399_999 }, 400_000, true],
  ["nothing was made", { space: 1_000_000, remaining: 1_000_000 }, 0, false],
])("a format where %s: runs out %#", (_, format, largest, runsOut) => {
  expect(isRunningOut(format, largest)).toBe(runsOut);
});
