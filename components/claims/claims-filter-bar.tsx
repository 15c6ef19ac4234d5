"use client";

import { BatchFilter } from "@/components/batches/batch-filter";
import { sourceOptions } from "@/components/leads/labels";
import { DaysFilter } from "@/components/list/days-filter";
import { Filters as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import type { ClaimFilters } from "./filters";
import { claimSourceLabels } from "./labels";

type UpdateFilters = (more: Partial<ClaimFilters>) => void;

type ClaimsFilterBarProps = {
  list: { filters: ClaimFilters; narrow: UpdateFilters; search: UpdateFilters; clear: () => void; isNarrowed: boolean; zone: string };
};

const claimSourceOptions = sourceOptions(claimSourceLabels);

/** What narrows the claims: a search field, and a row of chips. */
export function ClaimsFilterBar({ list }: ClaimsFilterBarProps) {
  const { filters, narrow, search, zone } = list;
  const { q, code, email, batch, source, from, to } = filters;
  return (
    <FilterRow list={list}>
      <SearchField label="Search claims" value={q} onChange={(next) => search({ q: next })} />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => narrow({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => narrow({ email: next })} />
      <BatchFilter value={batch} onChange={(next) => narrow({ batch: next })} />
      <MenuFilter label="From" value={source} choices={claimSourceOptions} everything="Anywhere" onChange={(next) => narrow({ source: next })} />
      <DaysFilter days={{ from, to }} zone={zone} onChange={narrow} />
    </FilterRow>
  );
}
