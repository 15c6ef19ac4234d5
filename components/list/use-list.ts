"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ParserMap } from "nuqs/server";
import { useSession } from "@/components/shell/session";
import type { Page } from "@/contract/call";
import type { ListUrl, PageQuery, Sort } from "./list-url";
import { useListUrl } from "./use-list-url";

/** How a list is sorted by a column, and the action of the column header. */
export type ColumnSort = { state: "ascending" | "descending" | "none"; toggle: () => void };

/** Loads the page of a list that the URL describes, and returns it with the actions that change the URL. */
export function useList<Filters extends ParserMap, FilterQuery extends object, Name extends string, Item, Key extends QueryKey>(
  list: ListUrl<Filters, FilterQuery, Name>,
  getPageQuery: (query: PageQuery<Name, FilterQuery>) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
) {
  const { timeZone: zone } = useSession().project;
  const { goToCursors, sortBy, ...urlState } = useListUrl(list);
  const { filters, sort, cursors, hasFilters, clearFilters } = urlState;
  const page = useQuery(getPageQuery(list.toPageQuery({ filters, sort, cursors }, zone)));
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
