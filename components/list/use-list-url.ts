"use client";

import { useQueryStates } from "nuqs";
import type { ParserMap } from "nuqs/server";
import { useCallback } from "react";
import type { FiltersOf, ListAddress } from "./address";

/** What the address says of a list, and what changes it: another filter or sort begins at the first page. */
export function useAddress<Filters extends ParserMap, Narrowing extends object, Name extends string>(
  list: ListAddress<Filters, Narrowing, Name>,
) {
  const [values, change] = useQueryStates(list.parsers, { history: "push" });
  const address = list.addressOf(values);
  return {
    ...address,
    isNarrowed: Object.values(address.filters).some((value) => value !== null),
    // Stable, so that columns can hold it.
    narrow: useCallback((more: Partial<FiltersOf<Filters>>) => void change({ ...more, cursor: null }), [change]),
    /** For what changes while somebody types: the way back does not lead through every letter. */
    search: (more: Partial<FiltersOf<Filters>>) => void change({ ...more, cursor: null }, { history: "replace" }),
    clear: () => void change({ ...cleared(list.filters), cursor: null }),
    go: (cursors: readonly string[]) => void change(list.trailInAddress(cursors), { scroll: true }),
    sortBy: (by: Name) => void change({ ...list.sorting.inAddress(list.sorting.turned(by, address.sort)), cursor: null }),
  };
}

const cleared = (filters: object) => Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
