"use client";

import { useState } from "react";
import { allSelected, extendRange, isEmpty, emptySelection, type RangeSelection, togglePage, type Selection, getSelectionSize, toggleRow } from "./selection";

type SelectionOptions = {
  /** What the list is narrowed by: another narrowing drops the selection. */
  filterQuery: object;
  /** How many match. */
  total: string | undefined;
};

/** What of a list is selected, kept from page to page of the same filters. The page's view owns it, and hands it to its table. */
export function useSelection({ filterQuery, total }: SelectionOptions) {
  const of = JSON.stringify(filterQuery);
  const [state, setState] = useState({ of, range: emptySelection, wasUsed: false });
  if (state.of !== of) setState({ ...state, of, range: emptySelection });
  const range = state.of === of ? state.range : emptySelection;
  const change = (next: (now: RangeSelection) => RangeSelection) => setState((now) => ({ of, range: next(now.range), wasUsed: true }));
  return {
    value: range.selection satisfies Selection,
    isEmpty: isEmpty(range.selection),
    /** How many are selected, as lists count: `3`, `12345`, `10000+`. */
    size: getSelectionSize(range.selection, total),
    total,
    /** Whether anything was ever selected here, so that there is something to say of it. */
    wasUsed: state.wasUsed,
    toggleRow: (page: readonly string[], id: string, range?: boolean) => change((now) => toggleRow(now, page, id, range)),
    extendRange: (page: readonly string[], from: string, to: string) => change((now) => extendRange(now, page, from, to)),
    togglePage: (page: readonly string[]) => change((now) => togglePage(now, page)),
    selectAll: () => change(() => allSelected),
    clear: () => change(() => emptySelection),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
