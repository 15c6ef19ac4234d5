"use client";

import { FilterBar } from "@/components/list/filter-bar";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import type { SuppressionFilterValues } from "./filters";
import { reasonFilterOptions, suppressionLabels } from "./labels";

type SetFilters = (filters: Partial<SuppressionFilterValues>) => void;

type SuppressionsFiltersProps = {
  list: {
    filters: SuppressionFilterValues;
    setFilters: SetFilters;
    setSearch: SetFilters;
    clearFilters: () => void;
    hasFilters: boolean;
  };
};

export function SuppressionsFilters({ list }: SuppressionsFiltersProps) {
  const { filters, setFilters, setSearch } = list;
  return (
    <FilterBar list={list}>
      <SearchField label={suppressionLabels.search} value={filters.q} onChange={(q) => setSearch({ q })} />
      <MenuFilter
        label={suppressionLabels.reason}
        value={filters.reason}
        options={reasonFilterOptions}
        anyLabel={suppressionLabels.anyReason}
        onChange={(reason) => setFilters({ reason })}
      />
    </FilterBar>
  );
}
