import { expect, test } from "vitest";
import {
  allSelected,
  extendRange,
  canSelectAll,
  isSelected,
  isPageSelected,
  emptySelection,
  type RangeSelection,
  togglePage,
  selectionLabel,
  getSelectionSize,
  toggleRow,
} from "./selection";

const page = ["a", "b", "c", "d", "e"];
const next = ["f", "g"];
const ids = ({ selection }: RangeSelection) => (selection.kind === "some" ? [...selection.ids].sort().join("") : "all");
const pick = (...some: string[]) => some.reduce((now, id) => toggleRow(now, page, id), emptySelection);

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
  expect(ids(toggleRow(pick(...before), page, to, true))).toBe(wanted);
});

test("with shift on a row that is in, all rows between go out", () => {
  const all = togglePage(emptySelection, page);
  expect(ids(toggleRow(toggleRow(all, page, "b"), page, "d", true))).toBe("ae");
});

test("a range does not begin on another page", () => {
  expect(ids(toggleRow(pick("b"), next, "g", true))).toBe("bg");
});

test("shift and an arrow take rows in on the way there, and out on the way back", () => {
  const down = extendRange(extendRange(emptySelection, page, "b", "c"), page, "c", "d");
  expect(ids(down)).toBe("bcd");
  const back = extendRange(down, page, "d", "c");
  expect(ids(back)).toBe("bc");
  expect(ids(extendRange(extendRange(back, page, "c", "b"), page, "b", "a"))).toBe("ab");
});

test("shift and an arrow begin anew where the range before did not end", () => {
  const first = extendRange(pick("e"), page, "a", "b");
  expect(ids(first)).toBe("abe");
  expect(ids(extendRange(pick("b"), page, "b", "c"))).toBe("bc");
});

test("shift and End take in the rest of the page", () => {
  expect(ids(extendRange(emptySelection, page, "c", "e"))).toBe("cde");
});

test("rows of other pages stay selected, and the checkbox above is for the page alone", () => {
  const both = togglePage(togglePage(emptySelection, page), next);
  expect(ids(both)).toBe("abcdefg");
  expect(ids(togglePage(both, next))).toBe("abcde");
  expect(isPageSelected(both.selection, page)).toBe(true);
  expect(isPageSelected(emptySelection.selection, [])).toBe(false);
});

test("all that match are all rows of any page, until one is taken out: then those that are seen", () => {
  expect(isSelected(allSelected.selection, "of another page")).toBe(true);
  expect(ids(toggleRow(allSelected, page, "c"))).toBe("abde");
  expect(togglePage(allSelected, page)).toEqual(emptySelection);
});

test.each([
  ["some of the page", pick("a"), "12345", false],
  ["all of the page, and no more match", togglePage(emptySelection, page), "5", false],
  ["all of the page, and more match", togglePage(emptySelection, page), "12345", true],
  ["all of the page, and nobody counted how many match", togglePage(emptySelection, page), "10000+", true],
  ["all that match", allSelected, "12345", false],
])("all that match are offered where %s is selected: %#", (_, { selection }, total, offered) => {
  expect(canSelectAll(selection, page, total)).toBe(offered);
});

test("how many are selected is said as lists count", () => {
  expect([getSelectionSize(allSelected.selection, "10000+"), getSelectionSize(pick("a", "b").selection, "10000+")]).toEqual(["10000+", "2"]);
  expect(selectionLabel(allSelected.selection, "12345")).toBe("All 12,345 selected");
  expect(selectionLabel(allSelected.selection, "10000+")).toBe("All 10,000+ selected");
  expect(selectionLabel(pick("a").selection, "12345")).toBe("1 selected");
  expect(selectionLabel(emptySelection.selection, "12345")).toBe("Nothing selected");
});
