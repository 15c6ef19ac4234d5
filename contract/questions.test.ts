import { expect, test } from "vitest";
import { questionKey } from "./questions";

test.each([
  ["What is your Company?", "what_is_your"],
  ["Café", "cafe"],
  ["2 seats", "seats"],
  ["会社名", "question"],
  ["Plan", "plan_2"],
])("makes a key of %s that no other question has", (label, key) => {
  expect(questionKey(label, ["plan", "other"])).toBe(key);
});
