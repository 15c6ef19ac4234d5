"use client";

import { BooleanFilter } from "@/components/list/boolean-filter";
import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar } from "@/components/list/filter-bar";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import { leadStatuses } from "@/contract/enums";
import type { LeadFilters } from "./filters";
import { labels, leadSourceLabels, leadStatusLabels, sourceOptions } from "./labels";

const { filters: filterLabels } = labels;

type UpdateFilters = (changes: Partial<LeadFilters>) => void;

type LeadsFilterBarProps = {
  list: {
    filters: LeadFilters;
    setFilters: UpdateFilters;
    setSearch: UpdateFilters;
    clearFilters: () => void;
    hasFilters: boolean;
    zone: string;
  };
};

const sourceFilterOptions = sourceOptions(leadSourceLabels);
const statusOptions = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }));

/** The search field and filters of the leads. */
export function LeadsFilterBar({ list }: LeadsFilterBarProps) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, waitlist, invited, claimed, referred, referredBy, source, status, from, to } = filters;
  return (
    <FilterBar list={list}>
      <SearchField label={filterLabels.search} value={q} onChange={(next) => setSearch({ q: next })} />
      <BooleanFilter label={filterLabels.waitlist} value={waitlist} onChange={(next) => setFilters({ waitlist: next })} />
      <BooleanFilter label={filterLabels.invited} value={invited} onChange={(next) => setFilters({ invited: next })} />
      <BooleanFilter label={filterLabels.claimed} value={claimed} onChange={(next) => setFilters({ claimed: next })} />
      <BooleanFilter label={filterLabels.referred} value={referred} onChange={(next) => setFilters({ referred: next })} />
      {referredBy !== null && (
        <TextFilter label={filterLabels.referredBy} kind="lead" value={referredBy} onChange={(next) => setFilters({ referredBy: next })} />
      )}
      <MenuFilter
        label={filterLabels.source}
        value={source}
        options={sourceFilterOptions}
        anyLabel={labels.any}
        onChange={(next) => setFilters({ source: next })}
      />
      <MenuFilter
        label={filterLabels.status}
        value={status}
        options={statusOptions}
        anyLabel={labels.any}
        onChange={(next) => setFilters({ status: next })}
      />
      <DateRangeFilter label={filterLabels.created} range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterBar>
  );
}
