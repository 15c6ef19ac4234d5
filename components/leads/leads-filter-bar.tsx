"use client";

import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import { BooleanFilter } from "@/components/list/boolean-filter";
import { leadStatuses } from "@/contract/kinds";
import type { LeadFilters } from "./filters";
import { sourceOptions, leadSourceLabels, leadStatusLabels } from "./labels";

type UpdateFilters = (more: Partial<LeadFilters>) => void;

type LeadsFilterBarProps = {
  list: { filters: LeadFilters; setFilters: UpdateFilters; setSearch: UpdateFilters; clearFilters: () => void; hasFilters: boolean; zone: string };
};

const sourceFilterOptions = sourceOptions(leadSourceLabels);
const statusOptions = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }));

/** What narrows the leads: a search field, and a row of chips. */
export function LeadsFilterBar({ list }: LeadsFilterBarProps) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, waitlist, invited, claimed, referred, referredBy, source, standing, from, to } = filters;
  return (
    <FilterRow list={list}>
      <SearchField label="Search leads" value={q} onChange={(next) => setSearch({ q: next })} />
      <BooleanFilter label="On the waitlist" value={waitlist} onChange={(next) => setFilters({ waitlist: next })} />
      <BooleanFilter label="Invited" value={invited} onChange={(next) => setFilters({ invited: next })} />
      <BooleanFilter label="Claimed" value={claimed} onChange={(next) => setFilters({ claimed: next })} />
      <BooleanFilter label="Referred" value={referred} onChange={(next) => setFilters({ referred: next })} />
      {referredBy !== null && (
        <TextFilter label="Referred by" kind="lead" value={referredBy} onChange={(next) => setFilters({ referredBy: next })} />
      )}
      <MenuFilter label="Source" value={source} options={sourceFilterOptions} anyLabel="Any" onChange={(next) => setFilters({ source: next })} />
      <MenuFilter label="Standing" value={standing} options={statusOptions} anyLabel="Any" onChange={(next) => setFilters({ standing: next })} />
      <DateRangeFilter label="Created" range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterRow>
  );
}
