"use client";

import { BatchFilter } from "@/components/batches/batch-filter";
import { sourceChoices } from "@/components/leads/words";
import { DaysFilter } from "@/components/list/days-filter";
import { Filters as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import type { Filters } from "./filters";
import { claimSourceWords } from "./words";

type Narrow = (more: Partial<Filters>) => void;

type ClaimsFiltersProps = {
  list: { filters: Filters; narrow: Narrow; search: Narrow; clear: () => void; isNarrowed: boolean; zone: string };
};

const choices = sourceChoices(claimSourceWords);

/** What narrows the claims: a search field, and a row of chips. */
export function ClaimsFilters({ list }: ClaimsFiltersProps) {
  const { filters, narrow, search, zone } = list;
  const { q, code, email, batch, source, from, to } = filters;
  return (
    <FilterRow list={list}>
      <SearchField label="Search claims" value={q} onChange={(next) => search({ q: next })} />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => narrow({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => narrow({ email: next })} />
      <BatchFilter value={batch} onChange={(next) => narrow({ batch: next })} />
      <MenuFilter label="From" value={source} choices={choices} everything="Anywhere" onChange={(next) => narrow({ source: next })} />
      <DaysFilter days={{ from, to }} zone={zone} onChange={narrow} />
    </FilterRow>
  );
}
