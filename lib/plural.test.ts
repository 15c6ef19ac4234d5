import { expect, test } from "vitest";
import { countOf, formatShare, formatTotal, plural } from "./plural";

const leads = { one: "{n} lead waits", other: "{n} leads wait" };

test("the singular is for exactly one and the plural for every other number", () => {
  expect(plural(1, leads)).toBe("1 lead waits");
  expect([0, 2, 21].map((n) => plural(n, leads))).toEqual(["0 leads wait", "2 leads wait", "21 leads wait"]);
});

test("numbers have thousands separators", () => {
  expect(plural(12_345, leads)).toBe("12,345 leads wait");
});

test("the plus sign of a total where counting stopped is kept", () => {
  expect(formatTotal("12345")).toBe("12,345");
  expect(formatTotal("10000+")).toBe("10,000+");
});

test("a share is rounded to a percentage, and there is none of nothing", () => {
  expect([formatShare(1, 3), formatShare(3, 2), formatShare(0, 0)]).toEqual(["33%", "150%", null]);
});

test("a count has its noun in the singular or the plural", () => {
  expect([countOf(0, "lead"), countOf(1, "failed email"), countOf(2, "person"), countOf(12_345, "new entry")]).toEqual([
    "0 leads",
    "1 failed email",
    "2 people",
    "12,345 new entries",
  ]);
});
