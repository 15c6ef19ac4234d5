"use client";

import { useQueryStates } from "nuqs";
import type { ParserMap } from "nuqs/server";
import { useCallback } from "react";
import type { FilterValues, ListUrl } from "./list-url";

/** Returns the list state in the URL and the actions that change it. New filters and sort orders start at the first page. */
export function useListUrl<Filters extends ParserMap, FilterQuery extends object, Name extends string>(
  list: ListUrl<Filters, FilterQuery, Name>,
) {
  const [values, setValues] = useQueryStates(list.parsers, { history: "push" });
  const urlState = list.toUrlState(values);
  return {
    ...urlState,
    hasFilters: Object.values(urlState.filters).some((value) => value !== null),
    // Stable, so that memoized columns can depend on it.
    setFilters: useCallback((filters: Partial<FilterValues<Filters>>) => void setValues({ ...filters, cursor: null }), [setValues]),
    /** Like `setFilters`, but without a history entry, so that typing doesn't add one per letter. */
    setSearch: (filters: Partial<FilterValues<Filters>>) => void setValues({ ...filters, cursor: null }, { history: "replace" }),
    clearFilters: () => void setValues({ ...getClearedFilters(list.filters), cursor: null }),
    goToCursors: (cursors: readonly string[]) => void setValues(list.toCursorParams(cursors), { scroll: true }),
    sortBy: (by: Name) => void setValues({ ...list.sorting.toSortParams(list.sorting.toggle(by, urlState.sort)), cursor: null }),
  };
}

const getClearedFilters = (filters: object) => Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
