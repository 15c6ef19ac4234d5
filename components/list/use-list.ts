"use client";

import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import type { ParserMap } from "nuqs/server";
import { useCallback } from "react";
import { useSession } from "@/components/shell/session";
import type { Page } from "@/contract/call";
import type { FilterValues, ListUrl, PageQuery, Sort, ViewState } from "./list-url";

/** How a list is sorted by a column, and the action of the column header. */
type ColumnSort = { state: "ascending" | "descending" | "none"; toggle: () => void };

/** Loads the page of a list that the URL describes, and returns it with the actions that change the URL. */
export function useList<Filters extends ParserMap, FilterQuery extends object, Name extends string, Item, Key extends QueryKey>(
  list: ListUrl<Filters, FilterQuery, Name>,
  getPageQuery: (query: PageQuery<Name, FilterQuery>) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
) {
  const { timeZone: zone } = useSession().project;
  const { goToCursors, sortBy, ...urlState } = useListUrl(list);
  const { filters, sort, cursors, hasFilters, clearFilters } = urlState;
  const pageQuery = getPageQuery(list.toPageQuery({ ...urlState, filters, sort, cursors }, zone));
  // The previous page stays visible while the next one is loading.
  const page = useQuery({ ...pageQuery, placeholderData: keepPreviousData });
  const next = page.data?.next ?? null;
  return {
    ...urlState,
    page,
    zone,
    /** The filters as query parameters of the endpoint. */
    filterQuery: list.toFilterQuery(filters, zone),
    /** The number of matching items: "12345", or "10000+". */
    total: page.data?.total,
    /** Returns to the unfiltered first page. Undefined on that page. */
    onClear: hasFilters || cursors.length > 0 ? clearFilters : undefined,
    getColumnSort: (column: string): ColumnSort | undefined => {
      const by = list.sorting.names.find((name) => name === column);
      return by && { state: getSortState(sort, by), toggle: () => sortBy(by) };
    },
    onPrevious: cursors.length > 0 ? () => goToCursors(cursors.slice(0, -1)) : undefined,
    onNext: next === null ? undefined : () => goToCursors([...cursors, next]),
  };
}

function getSortState(sort: Sort | null, by: string): ColumnSort["state"] {
  if (sort?.by !== by) return "none";
  return sort.order === "asc" ? "ascending" : "descending";
}

/** The parts of `useList` that don't depend on the filters of the list. */
export type ListState<Item> = Omit<
  ReturnType<typeof useList<ParserMap, object, string, Item, QueryKey>>,
  "filters" | "setFilters" | "setSearch" | "filterQuery"
>;

/** Returns the list state in the URL and the actions that change it. New filters and sort orders start at the first page. */
function useListUrl<Filters extends ParserMap, FilterQuery extends object, Name extends string>(list: ListUrl<Filters, FilterQuery, Name>) {
  const [values, setValues] = useQueryStates(list.parsers, { history: "push" });
  const urlState = list.toUrlState(values);
  return {
    ...urlState,
    hasFilters: Object.values(urlState.filters).some((value) => value !== null),
    // Stable, so that memoized columns can depend on it.
    setFilters: useCallback((filters: Partial<FilterValues<Filters>>) => void setValues({ ...filters, cursor: null }), [setValues]),
    /** Like `setFilters`, but without a history entry, so that typing doesn't add one per letter. */
    setSearch: (filters: Partial<FilterValues<Filters>>) => void setValues({ ...filters, cursor: null }, { history: "replace" }),
    view: list.toView(urlState),
    normalizeView: list.normalizeView,
    openView: (view: ({ id: string } & ViewState) | null) =>
      void setValues({ ...list.toViewParams(view), view: view?.id ?? null, cursor: null }),
    setViewId: (id: string | null) => void setValues({ view: id }, { history: "replace" }),
    setColumns: (columns: readonly string[] | null) => void setValues({ columns: columns && [...columns] }, { history: "replace" }),
    clearFilters: () => void setValues({ ...getClearedFilters(list.filters), cursor: null }),
    goToCursors: (cursors: readonly string[]) => void setValues(list.toCursorParams(cursors), { scroll: true }),
    sortBy: (by: Name) => void setValues({ ...list.sorting.toSortParams(list.sorting.toggle(by, urlState.sort)), cursor: null }),
  };
}

const getClearedFilters = (filters: object) => Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
