import { expect, test } from "vitest";
import { BulkTags, newTagFields, Tag } from "./tags";

test("tags are lowercased, trimmed and sorted, without repeated ones", () => {
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
])("the tag %j is rejected", (tag, message) => {
  expect(Tag.safeParse(tag).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("a lead or code has at most 20 tags, and a bulk action at least one", () => {
  const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
  expect(newTagFields.tags.safeParse(tags.slice(1)).success).toBe(true);
  expect(newTagFields.tags.safeParse(tags).error?.issues[0]?.message).toBe("must have at most 20 tags");
  expect(BulkTags.safeParse([]).error?.issues[0]?.message).toBe("must have at least one tag");
});
