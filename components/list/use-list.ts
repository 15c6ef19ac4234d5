"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ParserMap } from "nuqs/server";
import { useVisitor } from "@/components/shell/visitor";
import type { Page } from "@/contract/call";
import type { ListAddress, PageQuery, Sort } from "./address";
import { useAddress } from "./use-address";

/** How a column stands to the sort of its list, and what its header does. */
export type Sorting = { state: "ascending" | "descending" | "none"; turn: () => void };

/** The page of a list that the address names, what the list is narrowed to and sorted by, and what changes them. */
export function useList<Filters extends ParserMap, Narrowing extends object, Name extends string, Item, Key extends QueryKey>(
  list: ListAddress<Filters, Narrowing, Name>,
  pageOf: (query: PageQuery<Name, Narrowing>) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
) {
  const { timeZone: zone } = useVisitor().project;
  const { go, sortBy, ...address } = useAddress(list);
  const { filters, sort, trail, isNarrowed, clear } = address;
  const page = useQuery(pageOf(list.queryOf({ filters, sort, trail }, zone)));
  const next = page.data?.next ?? null;
  return {
    ...address,
    page,
    zone,
    /** The filters as the endpoint takes them. */
    narrowing: list.narrowing(filters, zone),
    /** How many match, as lists count: `12345`, `10000+`. */
    total: page.data?.total,
    /** Back to all of the list from its beginning; left out where that is what is shown. */
    onClear: isNarrowed || trail.length > 0 ? clear : undefined,
    sortOf: (column: string): Sorting | undefined => {
      const by = list.sorting.names.find((name) => name === column);
      return by && { state: stateOf(sort, by), turn: () => sortBy(by) };
    },
    onPrevious: trail.length > 0 ? () => go(trail.slice(0, -1)) : undefined,
    onNext: next === null ? undefined : () => go([...trail, next]),
  };
}

function stateOf(sort: Sort | null, by: string): Sorting["state"] {
  if (sort?.by !== by) return "none";
  return sort.order === "asc" ? "ascending" : "descending";
}

/** What tables and chips need of a list, whatever it is narrowed by. */
export type ListState<Item> = Omit<
  ReturnType<typeof useList<ParserMap, object, string, Item, QueryKey>>,
  "filters" | "narrow" | "search" | "narrowing"
>;
