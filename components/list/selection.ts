import { formatTotal } from "@/lib/plural";

/** What of a list is selected: some of its records, or all that match the filters it is narrowed by. */
export type Selection = { kind: "some"; ids: readonly string[] } | { kind: "all" };

/** A selection in the making: where a range begins, and how far the last one went. */
export type RangeSelection = { selection: Selection; anchor: string | null; reach: string | null };

export const emptySelection: RangeSelection = { selection: { kind: "some", ids: [] }, anchor: null, reach: null };
export const allSelected: RangeSelection = { selection: { kind: "all" }, anchor: null, reach: null };

export const isEmpty = (selection: Selection): boolean => selection.kind === "some" && selection.ids.length === 0;

export const isSelected = (selection: Selection, id: string): boolean => selection.kind === "all" || selection.ids.includes(id);

/** Whether every row of a page is selected; an empty page is not. */
export const isPageSelected = (selection: Selection, page: readonly string[]): boolean =>
  page.length > 0 && page.every((id) => isSelected(selection, id));

/** Once one is taken out, all that match are no longer meant, but those that are seen. */
const getSelectedIds = (selection: Selection, page: readonly string[]): readonly string[] =>
  selection.kind === "all" ? page : selection.ids;

function getRange(page: readonly string[], from: string, to: string): readonly string[] {
  const [one, other] = [page.indexOf(from), page.indexOf(to)];
  return one < 0 || other < 0 ? [to] : page.slice(Math.min(one, other), Math.max(one, other) + 1);
}

const selectIds = (ids: Iterable<string>): Selection => ({ kind: "some", ids: [...new Set(ids)] });

/** Takes a row in, or out where it is in. With `range`, every row does the same that lies between it and the one before. */
export function toggleRow({ selection, anchor }: RangeSelection, page: readonly string[], id: string, range = false): RangeSelection {
  const meant = range && anchor !== null ? getRange(page, anchor, id) : [id];
  const ids = getSelectedIds(selection, page);
  const next = isSelected(selection, id) ? selectIds(ids.filter((each) => !meant.includes(each))) : selectIds([...ids, ...meant]);
  return { selection: next, anchor: id, reach: id };
}

/** Takes a range on from one row to the next; going back takes rows out again. */
export function extendRange(
  { selection, anchor, reach }: RangeSelection,
  page: readonly string[],
  from: string,
  to: string,
): RangeSelection {
  const begin = anchor !== null && reach === from && page.includes(anchor) ? anchor : from;
  const before = getRange(page, begin, from);
  const kept = getSelectedIds(selection, page).filter((id) => !before.includes(id));
  return { selection: selectIds([...kept, ...getRange(page, begin, to)]), anchor: begin, reach: to };
}

/** Takes all rows of a page in, or out where all are in. */
export function togglePage({ selection }: RangeSelection, page: readonly string[]): RangeSelection {
  if (selection.kind === "all") return emptySelection;
  const ids = isPageSelected(selection, page) ? selection.ids.filter((id) => !page.includes(id)) : [...selection.ids, ...page];
  return { selection: selectIds(ids), anchor: null, reach: null };
}

/** How many are selected, as lists count: `3`, `12345`, `10000+`. `total` is how many match. */
export const getSelectionSize = (selection: Selection, total: string | undefined): string =>
  selection.kind === "all" ? (total ?? "") : String(selection.ids.length);

/** Whether to offer all that match: the page is selected, and there are more than are. */
export const canSelectAll = (selection: Selection, page: readonly string[], total: string | undefined): boolean =>
  selection.kind === "some" &&
  isPageSelected(selection, page) &&
  total !== undefined &&
  (total.endsWith("+") || Number(total) > selection.ids.length);

/** What is selected, in words. */
export function selectionLabel(selection: Selection, total: string | undefined): string {
  if (isEmpty(selection)) return "Nothing selected";
  return selection.kind === "all"
    ? `All ${formatTotal(getSelectionSize(selection, total))} selected`
    : `${formatTotal(getSelectionSize(selection, total))} selected`;
}
