"use client";

import { useQueryStates } from "nuqs";
import { type Filters, filters, longestTrail, noFilters, trail } from "./filters";

/** The filters and the page that the address names, and what changes them. */
export function useFilters() {
  const [{ cursor, ...set }, change] = useQueryStates({ ...filters, ...trail }, { history: "push" });
  const narrow = (more: Partial<Filters>) => void change({ ...more, cursor: null });
  return {
    filters: set,
    trail: cursor,
    isNarrowed: Object.values(set).some((value) => value !== null),
    narrow,
    clear: () => narrow(noFilters),
    go: (cursors: readonly string[]) => void change({ cursor: cursors.slice(-longestTrail) }, { scroll: true }),
  };
}

export type Narrow = ReturnType<typeof useFilters>["narrow"];
