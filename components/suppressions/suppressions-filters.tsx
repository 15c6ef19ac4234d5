"use client";

import { Filters as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import type { Filters } from "./filters";
import { reasonChoices } from "./words";

type Narrow = (more: Partial<Filters>) => void;

type SuppressionsFiltersProps = {
  list: { filters: Filters; narrow: Narrow; search: Narrow; clear: () => void; isNarrowed: boolean };
};

/** What narrows the suppressions: a search field and a chip. */
export function SuppressionsFilters({ list }: SuppressionsFiltersProps) {
  const { filters, narrow, search } = list;
  return (
    <FilterRow list={list}>
      <SearchField label="Search addresses" value={filters.q} onChange={(q) => search({ q })} />
      <MenuFilter
        label="Reason"
        value={filters.reason}
        choices={reasonChoices}
        everything="Any reason"
        onChange={(reason) => narrow({ reason })}
      />
    </FilterRow>
  );
}
