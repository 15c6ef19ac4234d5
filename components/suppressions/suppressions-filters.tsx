"use client";

import { FilterBar as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import type { SuppressionFilterValues } from "./filters";
import { reasonFilterOptions } from "./labels";

type Narrow = (more: Partial<SuppressionFilterValues>) => void;

type SuppressionsFiltersProps = {
  list: { filters: SuppressionFilterValues; setFilters: Narrow; setSearch: Narrow; clearFilters: () => void; hasFilters: boolean };
};

/** What narrows the suppressions: a search field and a chip. */
export function SuppressionsFilters({ list }: SuppressionsFiltersProps) {
  const { filters, setFilters, setSearch } = list;
  return (
    <FilterRow list={list}>
      <SearchField label="Search addresses" value={filters.q} onChange={(q) => setSearch({ q })} />
      <MenuFilter
        label="Reason"
        value={filters.reason}
        options={reasonFilterOptions}
        anyLabel="Any reason"
        onChange={(reason) => setFilters({ reason })}
      />
    </FilterRow>
  );
}
