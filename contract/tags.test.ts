import { expect, test } from "vitest";
import { BulkTags, newTagFields, Tag } from "./tags";

test("lowercases and trims tags, leaves out repeated ones and sorts them", () => {
  expect(newTagFields.tags.parse([" VIP ", "press", "Vip", "E\u0301lan"])).toEqual(["press", "vip", "élan"]);
});

test.each([
  ["", "must not be empty"],
  ["   ", "must not be empty"],
  ["a,b", "must not contain a comma"],
  ["x".repeat(41), "must be at most 40 characters"],
  // Lowercased, it has 41 characters.
  [`${"x".repeat(39)}\u0130`, "must be at most 40 characters"],
  ["a\nb", "must not contain control characters or invalid Unicode"],
])("rejects the tag %j", (tag, message) => {
  expect(Tag.safeParse(tag).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("accepts at most 20 tags, and at least one in a bulk action", () => {
  const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
  expect(newTagFields.tags.safeParse(tags.slice(1)).success).toBe(true);
  expect(newTagFields.tags.safeParse(tags).error?.issues[0]?.message).toBe("must have at most 20 tags");
  expect(BulkTags.safeParse([]).error?.issues[0]?.message).toBe("must have at least one tag");
});
