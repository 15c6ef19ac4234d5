"use client";

import { DaysFilter } from "@/components/list/days-filter";
import { Filters as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { TextFilter } from "@/components/list/text-filter";
import { YesNoFilter } from "@/components/list/yes-no-filter";
import { leadStandings } from "@/contract/kinds";
import type { LeadFilters } from "./filters";
import { sourceOptions, leadSourceLabels, leadStatusLabels } from "./labels";

type UpdateFilters = (more: Partial<LeadFilters>) => void;

type LeadsFilterBarProps = {
  list: { filters: LeadFilters; narrow: UpdateFilters; search: UpdateFilters; clear: () => void; isNarrowed: boolean; zone: string };
};

const sourceFilterOptions = sourceOptions(leadSourceLabels);
const statusOptions = leadStandings.map((value) => ({ value, label: leadStatusLabels[value] }));

/** What narrows the leads: a search field, and a row of chips. */
export function LeadsFilterBar({ list }: LeadsFilterBarProps) {
  const { filters, narrow, search, zone } = list;
  const { q, waitlist, invited, claimed, referred, referredBy, source, standing, from, to } = filters;
  return (
    <FilterRow list={list}>
      <SearchField label="Search leads" value={q} onChange={(next) => search({ q: next })} />
      <YesNoFilter label="On the waitlist" value={waitlist} onChange={(next) => narrow({ waitlist: next })} />
      <YesNoFilter label="Invited" value={invited} onChange={(next) => narrow({ invited: next })} />
      <YesNoFilter label="Claimed" value={claimed} onChange={(next) => narrow({ claimed: next })} />
      <YesNoFilter label="Referred" value={referred} onChange={(next) => narrow({ referred: next })} />
      {referredBy !== null && (
        <TextFilter label="Referred by" kind="lead" value={referredBy} onChange={(next) => narrow({ referredBy: next })} />
      )}
      <MenuFilter label="Source" value={source} choices={sourceFilterOptions} everything="Any" onChange={(next) => narrow({ source: next })} />
      <MenuFilter label="Standing" value={standing} choices={statusOptions} everything="Any" onChange={(next) => narrow({ standing: next })} />
      <DaysFilter label="Created" days={{ from, to }} zone={zone} onChange={narrow} />
    </FilterRow>
  );
}
