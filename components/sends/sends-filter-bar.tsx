"use client";

import { BooleanFilter } from "@/components/list/boolean-filter";
import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar } from "@/components/list/filter-bar";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { sendKinds } from "@/contract/enums";
import type { SendFilters } from "./filters";
import { labels, sendKindLabels } from "./labels";

const { filters: filterLabels } = labels;

type SendsFilterBarProps = {
  list: {
    filters: SendFilters;
    setFilters: (changes: Partial<SendFilters>) => void;
    clearFilters: () => void;
    hasFilters: boolean;
    zone: string;
  };
  /** The name of the batch that the list is filtered by, if it is known. */
  batchName: string | undefined;
};

const kindOptions = sendKinds.map((value) => ({ value, label: sendKindLabels[value] }));

/** The filters of the sends. */
export function SendsFilterBar({ list, batchName }: SendsFilterBarProps) {
  const { filters, setFilters, zone } = list;
  const { kind, completed, failed, code, email, batch, from, to } = filters;
  return (
    <FilterBar list={list}>
      <MenuFilter
        label={filterLabels.kind}
        value={kind}
        options={kindOptions}
        anyLabel={labels.any}
        onChange={(next) => setFilters({ kind: next })}
      />
      <BooleanFilter
        label={filterLabels.progress}
        value={completed}
        labels={filterLabels.progressOptions}
        onChange={(next) => setFilters({ completed: next })}
      />
      <BooleanFilter
        label={filterLabels.failures}
        value={failed}
        labels={filterLabels.failuresOptions}
        onChange={(next) => setFilters({ failed: next })}
      />
      <TextFilter label={filterLabels.code} kind="code" value={code} onChange={(next) => setFilters({ code: next })} />
      <TextFilter label={filterLabels.lead} kind="lead" value={email} onChange={(next) => setFilters({ email: next })} />
      {batch !== null && (
        <MenuFilter<string>
          label={filterLabels.batch}
          value={batch}
          options={[{ value: batch, label: batchName ?? filterLabels.unknownBatch }]}
          anyLabel={filterLabels.allBatches}
          onChange={(next) => setFilters({ batch: next })}
        />
      )}
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterBar>
  );
}
