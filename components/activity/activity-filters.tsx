"use client";

import { DaysFilter } from "@/components/list/days-filter";
import { Filters as FilterRow } from "@/components/list/filters";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { actorKinds } from "@/contract/kinds";
import type { Filters, Narrow } from "./filters";
import { actorWords } from "./who";
import { kindsByGroup, words } from "./words";

type ActivityFiltersProps = {
  list: { filters: Filters; narrow: Narrow; clear: () => void; isNarrowed: boolean; zone: string };
  /** The name of the one whom the list is narrowed to, where that is known. */
  actorName: string | undefined;
};

const actors = actorKinds.map((value) => ({ value, label: actorWords[value].word }));
const kinds = kindsByGroup.map(({ group, kinds: values }) => ({
  group,
  choices: values.map((value) => ({ value, label: words[value].label })),
}));

/** What narrows the activity, as a row of chips. */
export function ActivityFilters({ list, actorName }: ActivityFiltersProps) {
  const { filters, narrow, zone } = list;
  const { by, actor, kind, from, to, code, email } = filters;
  return (
    <FilterRow list={list}>
      <MenuFilter
        label="Who"
        value={by}
        choices={actors}
        everything="Anybody"
        shown={actor === null ? undefined : (actorName ?? "One of them")}
        onChange={(next) => narrow({ by: next, actor: null })}
      />
      <MenuFilter label="What" value={kind} choices={kinds} everything="Everything" onChange={(next) => narrow({ kind: next })} />
      <DaysFilter days={{ from, to }} zone={zone} onChange={narrow} />
      <TextFilter label="Code" kind="code" value={code} onChange={(next) => narrow({ code: next })} />
      <TextFilter label="Lead" kind="lead" value={email} onChange={(next) => narrow({ email: next })} />
    </FilterRow>
  );
}
