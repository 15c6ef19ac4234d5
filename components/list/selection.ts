import { countOf } from "@/lib/counts";

/** What of a list is selected: some of its records, or all that match the filters it is narrowed by. */
export type Selection = { kind: "some"; ids: readonly string[] } | { kind: "all" };

/** A selection in the making: where a range begins, and how far the last one went. */
export type Picked = { selection: Selection; anchor: string | null; reach: string | null };

export const nothing: Picked = { selection: { kind: "some", ids: [] }, anchor: null, reach: null };
export const everything: Picked = { selection: { kind: "all" }, anchor: null, reach: null };

export const isEmpty = (selection: Selection): boolean => selection.kind === "some" && selection.ids.length === 0;

export const isSelected = (selection: Selection, id: string): boolean => selection.kind === "all" || selection.ids.includes(id);

/** Whether every row of a page is selected; an empty page is not. */
export const isWhole = (selection: Selection, page: readonly string[]): boolean =>
  page.length > 0 && page.every((id) => isSelected(selection, id));

/** Once one is taken out, all that match are no longer meant, but those that are seen. */
const idsOf = (selection: Selection, page: readonly string[]): readonly string[] => (selection.kind === "all" ? page : selection.ids);

function rangeOf(page: readonly string[], from: string, to: string): readonly string[] {
  const [one, other] = [page.indexOf(from), page.indexOf(to)];
  return one < 0 || other < 0 ? [to] : page.slice(Math.min(one, other), Math.max(one, other) + 1);
}

const some = (ids: Iterable<string>): Selection => ({ kind: "some", ids: [...new Set(ids)] });

/** Takes a row in, or out where it is in. With `range`, every row does the same that lies between it and the one before. */
export function toggled({ selection, anchor }: Picked, page: readonly string[], id: string, range = false): Picked {
  const meant = range && anchor !== null ? rangeOf(page, anchor, id) : [id];
  const ids = idsOf(selection, page);
  const next = isSelected(selection, id) ? some(ids.filter((each) => !meant.includes(each))) : some([...ids, ...meant]);
  return { selection: next, anchor: id, reach: id };
}

/** Takes a range on from one row to the next; going back takes rows out again. */
export function extended({ selection, anchor, reach }: Picked, page: readonly string[], from: string, to: string): Picked {
  const begin = anchor !== null && reach === from && page.includes(anchor) ? anchor : from;
  const before = rangeOf(page, begin, from);
  const kept = idsOf(selection, page).filter((id) => !before.includes(id));
  return { selection: some([...kept, ...rangeOf(page, begin, to)]), anchor: begin, reach: to };
}

/** Takes all rows of a page in, or out where all are in. */
export function pageToggled({ selection }: Picked, page: readonly string[]): Picked {
  if (selection.kind === "all") return nothing;
  const ids = isWhole(selection, page) ? selection.ids.filter((id) => !page.includes(id)) : [...selection.ids, ...page];
  return { selection: some(ids), anchor: null, reach: null };
}

/** How many are selected, as lists count: `3`, `12345`, `10000+`. `total` is how many match. */
export const sizeOf = (selection: Selection, total: string | undefined): string =>
  selection.kind === "all" ? (total ?? "") : String(selection.ids.length);

/** Whether to offer all that match: the page is selected, and there are more than are. */
export const isMoreOffered = (selection: Selection, page: readonly string[], total: string | undefined): boolean =>
  selection.kind === "some" &&
  isWhole(selection, page) &&
  total !== undefined &&
  (total.endsWith("+") || Number(total) > selection.ids.length);

/** What is selected, in words. */
export function selectedWords(selection: Selection, total: string | undefined): string {
  if (isEmpty(selection)) return "Nothing selected";
  return selection.kind === "all" ? `All ${countOf(sizeOf(selection, total))} selected` : `${countOf(sizeOf(selection, total))} selected`;
}
