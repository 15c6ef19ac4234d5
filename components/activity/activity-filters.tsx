"use client";

import { Button } from "@/components/ui/button";
import { MenuGroup, MenuLabel, MenuRadio } from "@/components/ui/dropdown-menu";
import { type ActorKind, actorKinds, type EventKind } from "@/contract/events";
import { CodeText, Email } from "@/contract/fields";
import { MenuFilter } from "./menu-filter";
import { TextFilter } from "./text-filter";
import type { Narrow, useFilters } from "./use-filters";
import { WhenFilter } from "./when-filter";
import { actorWords } from "./who";
import { kindsByGroup, words } from "./words";

type ActivityFiltersProps = Pick<ReturnType<typeof useFilters>, "filters" | "narrow" | "clear" | "isNarrowed"> & {
  zone: string;
  /** The name of the one whom the list is narrowed to, where that is known. */
  actorName: string | undefined;
};

/** What narrows the activity, as a row of chips. */
export function ActivityFilters({ filters, narrow, clear, isNarrowed, zone, actorName }: ActivityFiltersProps) {
  const { by, actor, from, to, code, email } = filters;
  const who = actor === null ? (by === null ? undefined : actorWords[by].word) : (actorName ?? "One of them");
  return (
    <search aria-label="Filters" className="flex flex-wrap gap-2 pb-4">
      <MenuFilter
        label="Who"
        value={by ?? ""}
        shown={who}
        everything="Anybody"
        onChange={(value) => narrow({ by: (value || null) as ActorKind | null, actor: null })}
      >
        {actorKinds.map((each) => (
          <MenuRadio key={each} value={each}>
            {actorWords[each].word}
          </MenuRadio>
        ))}
      </MenuFilter>
      <WhatFilter kind={filters.kind} narrow={narrow} />
      <WhenFilter days={{ from, to }} zone={zone} onChange={narrow} />
      <TextFilter label="Code" field="Code" schema={CodeText} value={code} onChange={(next) => narrow({ code: next })} />
      <TextFilter label="Lead" field="Address of the lead" schema={Email} value={email} onChange={(next) => narrow({ email: next })} />
      {isNarrowed && (
        <Button variant="ghost" size="sm" className="pointer-coarse:h-9" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

function WhatFilter({ kind, narrow }: { kind: EventKind | null; narrow: Narrow }) {
  return (
    <MenuFilter
      label="What"
      value={kind ?? ""}
      shown={kind === null ? undefined : words[kind].label}
      everything="Everything"
      onChange={(value) => narrow({ kind: (value || null) as EventKind | null })}
    >
      {kindsByGroup.map(({ group, kinds }) => (
        <MenuGroup key={group}>
          <MenuLabel>{group}</MenuLabel>
          {kinds.map((each) => (
            <MenuRadio key={each} value={each}>
              {words[each].label}
            </MenuRadio>
          ))}
        </MenuGroup>
      ))}
    </MenuFilter>
  );
}
