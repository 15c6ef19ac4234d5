"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { apiPageQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import type { CallInput, Item, ListCall, Page } from "@/contract/call";
import type { FilterName, ListDefinition, ListUrlState, UrlValues, ViewState } from "./definition";

/** How a list is sorted by a column, and the action of the column header. */
type ColumnSort = { state: "ascending" | "descending" | "none"; toggle: () => void };

function getSortState(sort: ListUrlState["sort"], by: string): ColumnSort["state"] {
  if (sort?.by !== by) return "none";
  return sort.order === "asc" ? "ascending" : "descending";
}

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
  const parsers = useMemo(() => Object.fromEntries(definition.urlNames.map((name) => [name, parseAsString])), [definition]);
  const [urlValues, setUrlValues] = useQueryStates(parsers, { history: "push" });
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
    setFilters: (changes: { readonly [Name in FilterName<C>]?: string | null }) => void setUrlValues({ ...changes, cursor: null }),
    /** Changes filters by URL parameter. With `replace`, typing doesn't add a history entry per letter. */
    setValues: (changes: UrlValues, history: "push" | "replace" = "push") => void setUrlValues({ ...changes, cursor: null }, { history }),
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
            toggle: () => void setUrlValues({ ...definition.sorting.toParams(definition.sorting.toggle(by, sort)), cursor: null }),
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
    setColumns: (ids: readonly string[] | null) => void setUrlValues({ columns: ids?.join(",") ?? null }, { history: "replace" }),
  };
}

/** A list as `useList` returns it. */
export type List<C extends ListCall> = ReturnType<typeof useList<C>>;

/** The parts of a list that don't depend on its endpoint. */
export type ListState<Item> = Omit<List<ListCall>, "endpoint" | "page" | "filterQuery" | "setFilters"> & {
  page: UseQueryResult<Page<Item>>;
};
