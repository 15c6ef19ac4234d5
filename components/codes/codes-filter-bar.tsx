"use client";

import { BatchFilter } from "@/components/batches/batch-filter";
import { BooleanFilter } from "@/components/list/boolean-filter";
import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar } from "@/components/list/filter-bar";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { codeStatuses, codeTypes } from "@/contract/enums";
import { ExpiryFilter } from "./expiry-filter";
import type { CodeFilters } from "./filters";
import { codeStatusLabels, codeTypeLabels, labels } from "./labels";

const { filters: filterLabels } = labels;

type CodesFilterBarProps = {
  list: {
    filters: CodeFilters;
    setFilters: (more: Partial<CodeFilters>) => void;
    setSearch: (more: Partial<CodeFilters>) => void;
    clearFilters: () => void;
    hasFilters: boolean;
    zone: string;
  };
  /** Whether the list is part of a batch's page, where type and batch are the same for every code. */
  isBatchPage: boolean;
};

const statusOptions = codeStatuses.map((value) => ({ value, label: codeStatusLabels[value].label }));
const typeOptions = codeTypes.map((value) => ({ value, label: codeTypeLabels[value].label }));

/** The search field and filters of the codes. */
export function CodesFilterBar({ list, isBatchPage }: CodesFilterBarProps) {
  const { filters, setFilters, setSearch, zone } = list;
  const { q, status, type, batch, reservedFor, usesLeft, endsBefore, from, to } = filters;
  return (
    <FilterBar list={list}>
      <SearchField label={filterLabels.search} value={q} onChange={(next) => setSearch({ q: next })} />
      <MenuFilter
        label={filterLabels.status}
        value={status}
        options={statusOptions}
        anyLabel={labels.any}
        onChange={(next) => setFilters({ status: next })}
      />
      {!isBatchPage && (
        <MenuFilter
          label={filterLabels.type}
          value={type}
          options={typeOptions}
          anyLabel={labels.any}
          onChange={(next) => setFilters({ type: next })}
        />
      )}
      {!isBatchPage && <BatchFilter value={batch} onChange={(next) => setFilters({ batch: next })} />}
      {reservedFor === null ? (
        <BooleanFilter
          label={filterLabels.reserved}
          value={filters.reserved}
          labels={filterLabels.reservedOptions}
          onChange={(next) => setFilters({ reserved: next })}
        />
      ) : (
        <FilterChip label={filterLabels.reserved} onClear={() => setFilters({ reservedFor: null })}>
          <FilterTrigger
            label={filterLabels.reservedFor}
            value={<bdi className="font-mono">{reservedFor}</bdi>}
            onClick={() => setFilters({ reservedFor: null })}
          />
        </FilterChip>
      )}
      <BooleanFilter
        label={filterLabels.uses}
        value={usesLeft}
        labels={filterLabels.usesLeftOptions}
        onChange={(next) => setFilters({ usesLeft: next })}
      />
      <ExpiryFilter value={endsBefore} zone={zone} onChange={(next) => setFilters({ endsBefore: next })} />
      <DateRangeFilter label={filterLabels.created} range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterBar>
  );
}
