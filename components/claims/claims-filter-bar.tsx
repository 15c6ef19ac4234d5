"use client";

import { BatchFilter } from "@/components/batches/batch-filter";
import { sourceOptions } from "@/components/leads/labels";
import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import type { ClaimFilters } from "./filters";
import { claimSourceLabels } from "./labels";

type UpdateFilters = (more: Partial<ClaimFilters>) => void;

type ClaimsFilterBarProps = {
  list: { filters: ClaimFilters; setFilters: UpdateFilters; setSearch: UpdateFilters; clearFilters: () => void; hasFilters: boolean; zone: string };
};

const claimSourceOptions = sourceOptions(claimSourceLabels);

/** What narrows the claims: a search field, and a row of chips. */
export function ClaimsFilterBar({ list }: ClaimsFilterBarProps) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, code, email, batch, source, from, to } = filters;
  return (
    <FilterRow list={list}>
      <SearchField label="Search claims" value={q} onChange={(next) => setSearch({ q: next })} />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => setFilters({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => setFilters({ email: next })} />
      <BatchFilter value={batch} onChange={(next) => setFilters({ batch: next })} />
      <MenuFilter label="From" value={source} options={claimSourceOptions} anyLabel="Anywhere" onChange={(next) => setFilters({ source: next })} />
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterRow>
  );
}
