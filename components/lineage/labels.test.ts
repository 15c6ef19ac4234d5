import { expect, test } from "vitest";
import { labels } from "./labels";

test("the number of invite codes is never said to be out of a smaller quota", () => {
  expect(labels.description(3, 2)).toBe("They got 2 of 3 codes to pass on to friends.");
  expect(labels.description(3, 3)).toBe("They got 3 codes to pass on to friends.");
  expect(labels.description(1, 3)).toBe("They got 3 codes to pass on to friends.");
  expect(labels.description(0, 1)).toBe("They got 1 code to pass on to a friend.");
});
