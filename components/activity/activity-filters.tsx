"use client";

import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { actorKinds } from "@/contract/kinds";
import type { ActivityFilterValues, SetActivityFilters } from "./filters";
import { actorKindLabels } from "./actor";
import { eventKindsByGroup, eventDescriptions } from "./event-sentences";

type ActivityFiltersProps = {
  list: { filters: ActivityFilterValues; setFilters: SetActivityFilters; clearFilters: () => void; hasFilters: boolean; zone: string };
  /** The name of the one whom the list is narrowed to, where that is known. */
  actorName: string | undefined;
};

const actors = actorKinds.map((value) => ({ value, label: actorKindLabels[value].word }));
const kinds = eventKindsByGroup.map(({ group, kinds: values }) => ({
  group,
  choices: values.map((value) => ({ value, label: eventDescriptions[value].label })),
}));

/** What narrows the activity, as a row of chips. */
export function ActivityFilters({ list, actorName }: ActivityFiltersProps) {
  const { filters, setFilters, zone } = list;
  const { by, actor, kind, from, to, code, email } = filters;
  return (
    <FilterRow list={list}>
      <MenuFilter
        label="Who"
        value={by}
        options={actors}
        anyLabel="Anybody"
        displayValue={actor === null ? undefined : (actorName ?? "One of them")}
        onChange={(next) => setFilters({ by: next, actor: null })}
      />
      <MenuFilter label="What" value={kind} options={kinds} anyLabel="Everything" onChange={(next) => setFilters({ kind: next })} />
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => setFilters({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => setFilters({ email: next })} />
    </FilterRow>
  );
}
