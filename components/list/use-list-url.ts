"use client";

import { useQueryStates } from "nuqs";
import type { ParserMap } from "nuqs/server";
import { useCallback } from "react";
import type { FilterValues, ListUrl } from "./list-url";

/** What the address says of a list, and what changes it: another filter or sort begins at the first page. */
export function useListUrl<Filters extends ParserMap, Narrowing extends object, Name extends string>(
  list: ListUrl<Filters, Narrowing, Name>,
) {
  const [values, change] = useQueryStates(list.parsers, { history: "push" });
  const address = list.toUrlState(values);
  return {
    ...address,
    hasFilters: Object.values(address.filters).some((value) => value !== null),
    // Stable, so that columns can hold it.
    setFilters: useCallback((more: Partial<FilterValues<Filters>>) => void change({ ...more, cursor: null }), [change]),
    /** For what changes while somebody types: the way back does not lead through every letter. */
    setSearch: (more: Partial<FilterValues<Filters>>) => void change({ ...more, cursor: null }, { history: "replace" }),
    clearFilters: () => void change({ ...getClearedFilters(list.filters), cursor: null }),
    goToCursors: (cursors: readonly string[]) => void change(list.toCursorParams(cursors), { scroll: true }),
    sortBy: (by: Name) => void change({ ...list.sorting.toSortParams(list.sorting.toggle(by, address.sort)), cursor: null }),
  };
}

const getClearedFilters = (filters: object) => Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
