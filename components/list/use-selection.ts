"use client";

import { useState } from "react";
import {
  allSelected,
  emptySelection,
  extendRange,
  getSelectionSize,
  isEmpty,
  type RangeSelection,
  type Selection,
  togglePage,
  toggleRow,
} from "./selection";

type SelectionOptions = {
  /** The filters of the list. Changing them clears the selection. */
  filterQuery: object;
  /** The number of matching items. */
  total: string | undefined;
};

/** The selection of a list. It is kept across pages and cleared when the filters change. */
export function useSelection({ filterQuery, total }: SelectionOptions) {
  const filterKey = JSON.stringify(filterQuery);
  const [state, setState] = useState({ filterKey, range: emptySelection, wasUsed: false });
  if (state.filterKey !== filterKey) setState({ ...state, filterKey, range: emptySelection });
  const range = state.filterKey === filterKey ? state.range : emptySelection;
  const change = (update: (current: RangeSelection) => RangeSelection) =>
    setState((current) => ({ filterKey, range: update(current.range), wasUsed: true }));
  return {
    value: range.selection satisfies Selection,
    isEmpty: isEmpty(range.selection),
    /** The number of selected items: "3", "12345" or "10000+". */
    size: getSelectionSize(range.selection, total),
    total,
    /** Whether rows were ever selected, so that changes are announced to screen readers. */
    wasUsed: state.wasUsed,
    toggleRow: (page: readonly string[], id: string, range?: boolean) => change((current) => toggleRow(current, page, id, range)),
    extendRange: (page: readonly string[], from: string, to: string) => change((current) => extendRange(current, page, from, to)),
    togglePage: (page: readonly string[]) => change((current) => togglePage(current, page)),
    selectAll: () => change(() => allSelected),
    clear: () => change(() => emptySelection),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;
