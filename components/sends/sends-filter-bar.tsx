"use client";

import { DaysFilter } from "@/components/list/days-filter";
import { Filters } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { YesNoFilter } from "@/components/list/yes-no-filter";
import { sendKinds } from "@/contract/kinds";
import type { SendFilters as Narrowing } from "./filters";
import { sendKindLabels } from "./labels";

type SendsFilterBarProps = {
  list: { filters: Narrowing; narrow: (more: Partial<Narrowing>) => void; clear: () => void; isNarrowed: boolean; zone: string };
  /** The name of the batch that the list is narrowed to, where that is known. */
  batchName: string | undefined;
};

const kindOptions = sendKinds.map((value) => ({ value, label: sendKindLabels[value] }));

/** What narrows the sends, as a row of chips. */
export function SendsFilterBar({ list, batchName }: SendsFilterBarProps) {
  const { filters, narrow, zone } = list;
  const { kind, done, failed, code, email, batch, from, to } = filters;
  return (
    <Filters list={list}>
      <MenuFilter label="Kind" value={kind} choices={kindOptions} everything="Either" onChange={(next) => narrow({ kind: next })} />
      <YesNoFilter
        label="Progress"
        value={done}
        words={{ yes: "Done", no: "Under way", either: "Either" }}
        onChange={(next) => narrow({ done: next })}
      />
      <YesNoFilter
        label="Failures"
        value={failed}
        words={{ yes: "Some failed", no: "None failed", either: "Either" }}
        onChange={(next) => narrow({ failed: next })}
      />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => narrow({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => narrow({ email: next })} />
      {batch !== null && (
        <MenuFilter<string>
          label="Batch"
          value={batch}
          choices={[{ value: batch, label: batchName ?? "One batch" }]}
          everything="All batches"
          onChange={(next) => narrow({ batch: next })}
        />
      )}
      <DaysFilter days={{ from, to }} zone={zone} onChange={narrow} />
    </Filters>
  );
}
