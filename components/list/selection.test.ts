import { expect, test } from "vitest";
import {
  everything,
  extended,
  isMoreOffered,
  isSelected,
  isWhole,
  nothing,
  type Picked,
  pageToggled,
  selectedWords,
  sizeOf,
  toggled,
} from "./selection";

const page = ["a", "b", "c", "d", "e"];
const next = ["f", "g"];
const ids = ({ selection }: Picked) => (selection.kind === "some" ? [...selection.ids].sort().join("") : "all");
const pick = (...some: string[]) => some.reduce((now, id) => toggled(now, page, id), nothing);

test("a row goes in and out", () => {
  expect(ids(pick("b"))).toBe("b");
  expect(ids(pick("b", "d", "b"))).toBe("d");
});

test.each([
  ["downwards", ["b"], "d", "bcd"],
  ["upwards", ["d"], "b", "bcd"],
  ["onto what is selected already", ["c", "a"], "d", "abcd"],
  ["where nothing was pressed before", [], "c", "c"],
])("with shift all rows go in that lie between, %s", (_, before, to, wanted) => {
  expect(ids(toggled(pick(...before), page, to, true))).toBe(wanted);
});

test("with shift on a row that is in, all rows between go out", () => {
  const all = pageToggled(nothing, page);
  expect(ids(toggled(toggled(all, page, "b"), page, "d", true))).toBe("ae");
});

test("a range does not begin on another page", () => {
  expect(ids(toggled(pick("b"), next, "g", true))).toBe("bg");
});

test("shift and an arrow take rows in on the way there, and out on the way back", () => {
  const down = extended(extended(nothing, page, "b", "c"), page, "c", "d");
  expect(ids(down)).toBe("bcd");
  const back = extended(down, page, "d", "c");
  expect(ids(back)).toBe("bc");
  expect(ids(extended(extended(back, page, "c", "b"), page, "b", "a"))).toBe("ab");
});

test("shift and an arrow begin anew where the range before did not end", () => {
  const first = extended(pick("e"), page, "a", "b");
  expect(ids(first)).toBe("abe");
  expect(ids(extended(pick("b"), page, "b", "c"))).toBe("bc");
});

test("shift and End take in the rest of the page", () => {
  expect(ids(extended(nothing, page, "c", "e"))).toBe("cde");
});

test("rows of other pages stay selected, and the checkbox above is for the page alone", () => {
  const both = pageToggled(pageToggled(nothing, page), next);
  expect(ids(both)).toBe("abcdefg");
  expect(ids(pageToggled(both, next))).toBe("abcde");
  expect(isWhole(both.selection, page)).toBe(true);
  expect(isWhole(nothing.selection, [])).toBe(false);
});

test("all that match are all rows of any page, until one is taken out: then those that are seen", () => {
  expect(isSelected(everything.selection, "of another page")).toBe(true);
  expect(ids(toggled(everything, page, "c"))).toBe("abde");
  expect(pageToggled(everything, page)).toEqual(nothing);
});

test.each([
  ["some of the page", pick("a"), "12345", false],
  ["all of the page, and no more match", pageToggled(nothing, page), "5", false],
  ["all of the page, and more match", pageToggled(nothing, page), "12345", true],
  ["all of the page, and nobody counted how many match", pageToggled(nothing, page), "10000+", true],
  ["all that match", everything, "12345", false],
])("all that match are offered where %s is selected: %#", (_, { selection }, total, offered) => {
  expect(isMoreOffered(selection, page, total)).toBe(offered);
});

test("how many are selected is said as lists count", () => {
  expect([sizeOf(everything.selection, "10000+"), sizeOf(pick("a", "b").selection, "10000+")]).toEqual(["10000+", "2"]);
  expect(selectedWords(everything.selection, "12345")).toBe("All 12,345 selected");
  expect(selectedWords(everything.selection, "10000+")).toBe("All 10,000+ selected");
  expect(selectedWords(pick("a").selection, "12345")).toBe("1 selected");
  expect(selectedWords(nothing.selection, "12345")).toBe("Nothing selected");
});
