import { expect, test } from "vitest";
import {
  allSelected,
  canSelectAll,
  emptySelection,
  extendRange,
  getSelectionSize,
  isPageSelected,
  isSelected,
  type RangeSelection,
  selectionLabel,
  togglePage,
  toggleRow,
} from "./selection";

const page = ["a", "b", "c", "d", "e"];
const nextPage = ["f", "g"];
const ids = ({ selection }: RangeSelection) => (selection.kind === "some" ? [...selection.ids].sort().join("") : "all");
const pick = (...rowIds: string[]) => rowIds.reduce((selection, id) => toggleRow(selection, page, id), emptySelection);

test("a click selects and deselects a row", () => {
  expect(ids(pick("b"))).toBe("b");
  expect(ids(pick("b", "d", "b"))).toBe("d");
});

test.each([
  ["downward", ["b"], "d", "bcd"],
  ["upward", ["d"], "b", "bcd"],
  ["across rows that are selected already", ["c", "a"], "d", "abcd"],
  ["without an anchor", [], "c", "c"],
])("Shift selects all rows between, %s", (_, before, to, expected) => {
  expect(ids(toggleRow(pick(...before), page, to, true))).toBe(expected);
});

test("Shift on a selected row deselects all rows between", () => {
  const all = togglePage(emptySelection, page);
  expect(ids(toggleRow(toggleRow(all, page, "b"), page, "d", true))).toBe("ae");
});

test("a range doesn't start on another page", () => {
  expect(ids(toggleRow(pick("b"), nextPage, "g", true))).toBe("bg");
});

test("Shift and arrow keys select rows, and deselect them on the way back", () => {
  const down = extendRange(extendRange(emptySelection, page, "b", "c"), page, "c", "d");
  expect(ids(down)).toBe("bcd");
  const back = extendRange(down, page, "d", "c");
  expect(ids(back)).toBe("bc");
  expect(ids(extendRange(extendRange(back, page, "c", "b"), page, "b", "a"))).toBe("ab");
});

test("Shift and arrow keys start a new range away from the previous one", () => {
  const first = extendRange(pick("e"), page, "a", "b");
  expect(ids(first)).toBe("abe");
  expect(ids(extendRange(pick("b"), page, "b", "c"))).toBe("bc");
});

test("Shift and End select the rest of the page", () => {
  expect(ids(extendRange(emptySelection, page, "c", "e"))).toBe("cde");
});

test("rows of other pages stay selected when a whole page is toggled", () => {
  const both = togglePage(togglePage(emptySelection, page), nextPage);
  expect(ids(both)).toBe("abcdefg");
  expect(ids(togglePage(both, nextPage))).toBe("abcde");
  expect(isPageSelected(both.selection, page)).toBe(true);
  expect(isPageSelected(emptySelection.selection, [])).toBe(false);
});

test("all rows of all pages stay selected, until deselecting one leaves the current page", () => {
  expect(isSelected(allSelected.selection, "on another page")).toBe(true);
  expect(ids(toggleRow(allSelected, page, "c"))).toBe("abde");
  expect(togglePage(allSelected, page)).toEqual(emptySelection);
});

test.each([
  ["some of the page is selected", pick("a"), "12345", false],
  ["the page is selected and no more items match", togglePage(emptySelection, page), "5", false],
  ["the page is selected and more items match", togglePage(emptySelection, page), "12345", true],
  ["the page is selected and the total isn't exact", togglePage(emptySelection, page), "10000+", true],
  ["everything is selected", allSelected, "12345", false],
])(
  "offers to select everything that matches only if the page is selected and more items match: %s",
  (_, { selection }, total, isOffered) => {
    expect(canSelectAll(selection, page, total)).toBe(isOffered);
  },
);

test("the selection says how many rows are selected", () => {
  expect([getSelectionSize(allSelected.selection, "10000+"), getSelectionSize(pick("a", "b").selection, "10000+")]).toEqual([
    "10000+",
    "2",
  ]);
  expect(selectionLabel(allSelected.selection, "12345")).toBe("All 12,345 selected");
  expect(selectionLabel(allSelected.selection, "10000+")).toBe("All 10,000+ selected");
  expect(selectionLabel(pick("a").selection, "12345")).toBe("1 selected");
  expect(selectionLabel(emptySelection.selection, "12345")).toBe("Nothing selected");
});
