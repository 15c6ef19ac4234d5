import { expect, test } from "vitest";
import { getTargetRow } from "./row";

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 4, 4],
  ["ArrowUp", 4, 3],
  ["ArrowUp", 0, 0],
  ["Home", 3, 0],
  ["End", 1, 4],
  ["Enter", 1, undefined],
  ["toString", 1, undefined],
])("%s moves from row %i of five to %s", (key, index, target) => {
  expect(getTargetRow(key, index, 5)).toBe(target);
});
