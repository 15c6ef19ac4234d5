"use client";

import { BatchFilter } from "@/components/batches/batch-filter";
import { sourceOptions } from "@/components/leads/labels";
import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar } from "@/components/list/filter-bar";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import type { ClaimFilters } from "./filters";
import { claimSourceLabels, labels } from "./labels";

const { filters: filterLabels } = labels;

type UpdateFilters = (changes: Partial<ClaimFilters>) => void;

type ClaimsFilterBarProps = {
  list: {
    filters: ClaimFilters;
    setFilters: UpdateFilters;
    setSearch: UpdateFilters;
    clearFilters: () => void;
    hasFilters: boolean;
    zone: string;
  };
};

const claimSourceOptions = sourceOptions(claimSourceLabels);

/** The search field and filters of the claims. */
export function ClaimsFilterBar({ list }: ClaimsFilterBarProps) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, code, email, batch, source, from, to } = filters;
  return (
    <FilterBar list={list}>
      <SearchField label={filterLabels.search} value={q} onChange={(next) => setSearch({ q: next })} />
      <TextFilter label={filterLabels.code} kind="code" value={code} onChange={(next) => setFilters({ code: next })} />
      <TextFilter label={filterLabels.lead} kind="lead" value={email} onChange={(next) => setFilters({ email: next })} />
      <BatchFilter value={batch} onChange={(next) => setFilters({ batch: next })} />
      <MenuFilter
        label={filterLabels.source}
        value={source}
        options={claimSourceOptions}
        anyLabel={filterLabels.anySource}
        onChange={(next) => setFilters({ source: next })}
      />
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterBar>
  );
}
