"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ParserMap } from "nuqs/server";
import { useSession } from "@/components/shell/session";
import type { Page } from "@/contract/call";
import type { ListUrl, PageQuery, Sort } from "./list-url";
import { useListUrl } from "./use-list-url";

/** How a column stands to the sort of its list, and what its header does. */
export type ColumnSort = { state: "ascending" | "descending" | "none"; toggle: () => void };

/** The page of a list that the address names, what the list is narrowed to and sorted by, and what changes them. */
export function useList<Filters extends ParserMap, Narrowing extends object, Name extends string, Item, Key extends QueryKey>(
  list: ListUrl<Filters, Narrowing, Name>,
  getPageQuery: (query: PageQuery<Name, Narrowing>) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
) {
  const { timeZone: zone } = useSession().project;
  const { goToCursors: go, sortBy, ...address } = useListUrl(list);
  const { filters, sort, cursors: trail, hasFilters: isNarrowed, clearFilters: clear } = address;
  const page = useQuery(getPageQuery(list.toPageQuery({ filters, sort, cursors: trail }, zone)));
  const next = page.data?.next ?? null;
  return {
    ...address,
    page,
    zone,
    /** The filters as the endpoint takes them. */
    filterQuery: list.toFilterQuery(filters, zone),
    /** How many match, as lists count: `12345`, `10000+`. */
    total: page.data?.total,
    /** Back to all of the list from its beginning; left out where that is what is shown. */
    onClear: isNarrowed || trail.length > 0 ? clear : undefined,
    getColumnSort: (column: string): ColumnSort | undefined => {
      const by = list.sorting.names.find((name) => name === column);
      return by && { state: getSortState(sort, by), toggle: () => sortBy(by) };
    },
    onPrevious: trail.length > 0 ? () => go(trail.slice(0, -1)) : undefined,
    onNext: next === null ? undefined : () => go([...trail, next]),
  };
}

function getSortState(sort: Sort | null, by: string): ColumnSort["state"] {
  if (sort?.by !== by) return "none";
  return sort.order === "asc" ? "ascending" : "descending";
}

/** What tables and chips need of a list, whatever it is narrowed by. */
export type ListState<Item> = Omit<
  ReturnType<typeof useList<ParserMap, object, string, Item, QueryKey>>,
  "filters" | "setFilters" | "setSearch" | "filterQuery"
>;
