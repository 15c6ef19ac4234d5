"use client";

import { BatchFilter } from "@/components/batches/batch-filter";
import { DaysFilter } from "@/components/list/days-filter";
import { Filters as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { YesNoFilter } from "@/components/list/yes-no-filter";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { codeStatuses, codeTypes } from "@/contract/kinds";
import { ExpiryFilter } from "./expiry-filter";
import type { CodeFilters } from "./filters";
import { codeStatusLabels, codeTypeLabels } from "./labels";

type CodesFiltersProps = {
  list: {
    filters: CodeFilters;
    narrow: (more: Partial<CodeFilters>) => void;
    search: (more: Partial<CodeFilters>) => void;
    clear: () => void;
    isNarrowed: boolean;
    zone: string;
  };
  /** On a batch's own page every code is of it. */
  ofBatch: boolean;
};

const statusOptions = codeStatuses.map((value) => ({ value, label: codeStatusLabels[value].word }));
const typeOptions = codeTypes.map((value) => ({ value, label: codeTypeLabels[value].label }));
const reservedLabels = { yes: "For somebody", no: "For nobody", either: "Either" };
const usesLeftLabels = { yes: "Some left", no: "None left", either: "Either" };

/** What narrows the codes, as a row of chips. */
export function CodesFilterBar({ list, ofBatch }: CodesFiltersProps) {
  const { filters, narrow, search, zone } = list;
  const { q, status, type, batch, reservedFor, usesLeft, endsBefore, from, to } = filters;
  return (
    <FilterRow list={list}>
      <SearchField label="Search codes" value={q} onChange={(next) => search({ q: next })} />
      <MenuFilter label="Status" value={status} choices={statusOptions} everything="Any" onChange={(next) => narrow({ status: next })} />
      {!ofBatch && <MenuFilter label="Type" value={type} choices={typeOptions} everything="Any" onChange={(next) => narrow({ type: next })} />}
      {!ofBatch && <BatchFilter value={batch} onChange={(next) => narrow({ batch: next })} />}
      {reservedFor === null ? (
        <YesNoFilter label="Reserved" value={filters.reserved} words={reservedLabels} onChange={(next) => narrow({ reserved: next })} />
      ) : (
        <FilterChip label="Reserved" onClear={() => narrow({ reservedFor: null })}>
          <FilterTrigger
            label="Reserved for"
            value={<bdi className="font-mono">{reservedFor}</bdi>}
            onClick={() => narrow({ reservedFor: null })}
          />
        </FilterChip>
      )}
      <YesNoFilter label="Uses" value={usesLeft} words={usesLeftLabels} onChange={(next) => narrow({ usesLeft: next })} />
      <ExpiryFilter value={endsBefore} zone={zone} onChange={(next) => narrow({ endsBefore: next })} />
      <DaysFilter label="Created" days={{ from, to }} zone={zone} onChange={narrow} />
    </FilterRow>
  );
}
