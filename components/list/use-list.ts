"use client";

import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import type { ParserMap } from "nuqs/server";
import { useCallback } from "react";
import { apiPageQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import type { CallInput, Item, ListCall, Page } from "@/contract/call";
import type { FilterName, ListDefinition } from "./definition";
import type { FilterValues, ListUrl, PageQuery, Sort, ViewState } from "./list-url";

/** How a list is sorted by a column, and the action of the column header. */
type ColumnSort = { state: "ascending" | "descending" | "none"; toggle: () => void };

/** Loads the page of a list that the URL describes, and returns it with the actions that change the URL. */
export function useUrlList<Filters extends ParserMap, FilterQuery extends object, Name extends string, Item, Key extends QueryKey>(
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

/** The parts of a list that don't depend on the filters of the list. */
export type ListState<Item> = Omit<
  ReturnType<typeof useUrlList<ParserMap, object, string, Item, QueryKey>>,
  "cursors" | "filters" | "setFilters" | "setSearch" | "filterQuery"
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

type ListOptions<C extends ListCall> = {
  /** What the request has beside the filters of the URL: path parameters of the endpoint, and filters that don't change. */
  input?: Partial<CallInput<C>>;
  /** When to refetch the page, in milliseconds. False for not at all. */
  getRefetchInterval?: (items: readonly Item<C>[]) => number | false;
};

/** Loads the page of a list that the URL describes, and returns it with the actions that change the URL. New filters and sort orders start at the first page. */
export function useList<C extends ListCall>(
  definition: ListDefinition<C>,
  { input, getRefetchInterval = () => false }: ListOptions<C> = {},
) {
  const { timeZone: zone } = useSession().project;
  const [urlValues, setUrlValues] = useQueryStates(definition.parsers, { history: "push" });
  const urlState = definition.toUrlState(urlValues);
  const { values, sort, columns, viewId, cursors } = urlState;
  const page = useQuery({
    ...apiPageQuery(definition.endpoint, {
      ...input,
      query: { ...definition.toPageQuery(urlState, zone), ...input?.query },
    } as CallInput<C>),
    refetchInterval: ({ state }) => getRefetchInterval(state.data?.items ?? []),
    // The previous page stays visible while the next one is loading.
    placeholderData: keepPreviousData,
  });
  const next = page.data?.next ?? null;
  const hasFilters = Object.values(values).some((value) => value !== null);
  const clearFilters = () => void setUrlValues({ ...definition.clearedFilters, cursor: null });
  const goToCursors = (nextCursors: readonly string[]) => void setUrlValues(definition.toCursorParams(nextCursors), { scroll: true });
  return {
    endpoint: definition.endpoint,
    page,
    zone,
    filters: definition.filters,
    /** The filters as texts by URL parameter. */
    values,
    /** The filters as query parameters of the endpoint. */
    filterQuery: { ...definition.toFilterQuery(values, zone), ...input?.query },
    hasFilters,
    setFilters: useCallback(
      (changes: { readonly [Name in FilterName<C>]?: string | null }) => void setUrlValues({ ...changes, cursor: null }),
      [setUrlValues],
    ),
    /** Changes filters by URL parameter. With `replace`, typing doesn't add a history entry per letter. */
    setValues: (changes: Readonly<Record<string, string | null>>, history: "push" | "replace" = "push") =>
      void setUrlValues({ ...changes, cursor: null }, { history }),
    clearFilters,
    /** Returns to the unfiltered first page. Undefined on that page. */
    onClear: hasFilters || cursors.length > 0 ? clearFilters : undefined,
    /** The number of matching items: "12345", or "10000+". */
    total: page.data?.total,
    sort,
    getColumnSort: (by: string): ColumnSort | undefined =>
      definition.sorting.names.includes(by)
        ? {
            state: getSortState(sort, by),
            toggle: () => void setUrlValues({ ...definition.sorting.toSortParams(definition.sorting.toggle(by, sort)), cursor: null }),
          }
        : undefined,
    onPrevious: cursors.length > 0 ? () => goToCursors(cursors.slice(0, -1)) : undefined,
    onNext: next === null ? undefined : () => goToCursors([...cursors, next]),
    view: definition.toView(urlState),
    viewId,
    normalizeView: definition.normalizeView,
    openView: (view: ({ id: string } & ViewState) | null) =>
      void setUrlValues({ ...definition.toViewParams(view), view: view?.id ?? null, cursor: null }),
    setViewId: (id: string | null) => void setUrlValues({ view: id }, { history: "replace" }),
    columns,
    setColumns: (ids: readonly string[] | null) => void setUrlValues({ columns: ids && [...ids] }, { history: "replace" }),
  };
}
