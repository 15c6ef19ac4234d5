"use client";

import { DateRangeFilter } from "@/components/list/date-range-filter";
import { FilterBar } from "@/components/list/filter-bar";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { actorKinds } from "@/contract/enums";
import type { ActivityFilterValues, SetActivityFilters } from "./filters";
import { activityLabels, actorKindLabels, eventKindsByGroup, eventLabels } from "./labels";

type ActivityFiltersProps = {
  list: {
    filters: ActivityFilterValues;
    setFilters: SetActivityFilters;
    clearFilters: () => void;
    hasFilters: boolean;
    zone: string;
  };
  /** The name of the actor that the list is filtered by, if it is known. */
  actorName: string | undefined;
};

const { filters: labels } = activityLabels;
const actorOptions = actorKinds.map((value) => ({ value, label: actorKindLabels[value] }));
const eventOptions = eventKindsByGroup.map(({ group, kinds }) => ({
  group,
  options: kinds.map((value) => ({ value, label: eventLabels[value].label })),
}));

export function ActivityFilters({ list, actorName }: ActivityFiltersProps) {
  const { filters, setFilters, zone } = list;
  const { by, actor, kind, from, to, code, email } = filters;
  return (
    <FilterBar list={list}>
      <MenuFilter
        label={labels.actor}
        value={by}
        options={actorOptions}
        anyLabel={labels.anyActor}
        displayValue={actor === null ? undefined : (actorName ?? labels.unknownActor)}
        onChange={(next) => setFilters({ by: next, actor: null })}
      />
      <MenuFilter
        label={labels.event}
        value={kind}
        options={eventOptions}
        anyLabel={labels.anyEvent}
        onChange={(next) => setFilters({ kind: next })}
      />
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
      <TextFilter label={labels.code} kind="code" value={code} onChange={(next) => setFilters({ code: next })} />
      <TextFilter label={labels.lead} kind="lead" value={email} onChange={(next) => setFilters({ email: next })} />
    </FilterBar>
  );
}
