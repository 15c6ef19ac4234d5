"use client";

import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { BooleanFilter } from "@/components/list/boolean-filter";
import { sendKinds } from "@/contract/kinds";
import type { SendFilters as Narrowing } from "./filters";
import { sendKindLabels } from "./labels";

type SendsFilterBarProps = {
  list: { filters: Narrowing; setFilters: (more: Partial<Narrowing>) => void; clearFilters: () => void; hasFilters: boolean; zone: string };
  /** The name of the batch that the list is narrowed to, where that is known. */
  batchName: string | undefined;
};

const kindOptions = sendKinds.map((value) => ({ value, label: sendKindLabels[value] }));

/** What narrows the sends, as a row of chips. */
export function SendsFilterBar({ list, batchName }: SendsFilterBarProps) {
  const { filters, setFilters, zone } = list;
  const { kind, done, failed, code, email, batch, from, to } = filters;
  return (
    <FilterBar list={list}>
      <MenuFilter label="Kind" value={kind} options={kindOptions} anyLabel="Either" onChange={(next) => setFilters({ kind: next })} />
      <BooleanFilter
        label="Progress"
        value={done}
        labels={{ yes: "Done", no: "Under way", any: "Either" }}
        onChange={(next) => setFilters({ done: next })}
      />
      <BooleanFilter
        label="Failures"
        value={failed}
        labels={{ yes: "Some failed", no: "None failed", any: "Either" }}
        onChange={(next) => setFilters({ failed: next })}
      />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => setFilters({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => setFilters({ email: next })} />
      {batch !== null && (
        <MenuFilter<string>
          label="Batch"
          value={batch}
          options={[{ value: batch, label: batchName ?? "One batch" }]}
          anyLabel="All batches"
          onChange={(next) => setFilters({ batch: next })}
        />
      )}
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterBar>
  );
}
