"use client";

import { Activity } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { type Column, timeColumn } from "@/components/list/columns";
import type { FilterControlProps } from "@/components/list/definition";
import { MenuFilter } from "@/components/list/filters";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { type List, useList } from "@/components/list/use-list";
import { ButtonLink } from "@/components/ui/button";
import { useTabStop } from "@/components/ui/hooks";
import { TruncatedText } from "@/components/ui/text";
import { actorKinds } from "@/contract/enums";
import type { EventRecord } from "@/contract/events";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { Actor, actorKindLabels } from "./actor";
import { activityList } from "./definition";
import { EventDetails, EventSentence, eventSentence } from "./event";
import { activityLabels } from "./labels";

const emptyState = {
  icon: Activity,
  title: activityLabels.emptyTitle,
  description: activityLabels.emptyDescription,
  action: <ButtonLink href={routes.docs}>{activityLabels.emptyAction}</ButtonLink>,
};

type SetFilters = List<"GET /events">["setFilters"];
type ActivityFilters = Parameters<SetFilters>[0];

const getEventId = ({ id }: EventRecord) => id;

/** The list of events, newest first. */
export function ActivityView() {
  const list = useList(activityList);
  const { page, filterQuery, setFilters, zone } = list;
  const columns = activityColumns(setFilters);
  const actorName = page.isPlaceholderData ? undefined : page.data?.items.find(({ actor }) => actor.id === filterQuery.actor)?.actor.name;
  return (
    <ListPage
      list={list}
      name="events"
      title={activityLabels.title}
      filters={
        <ListFilters
          list={list}
          controls={{
            by: (filter) => <ActorFilter {...filter} list={list} actorName={actorName ?? undefined} />,
            actor: () => null,
          }}
        />
      }
      columns={columns}
      getRowId={getEventId}
      getRowName={eventSentence}
      rowOpening={{ details: (event) => <EventDetails event={event} zone={zone} /> }}
      emptyState={emptyState}
    />
  );
}

type ActorFilterProps = FilterControlProps & {
  list: List<"GET /events">;
  /** The name of the actor that the list is filtered by, if it is known. */
  actorName: string | undefined;
};

const actorOptions = actorKinds.map((value) => ({ value, label: actorKindLabels[value] }));

/** Filters by the kind of actor. Shows the actor instead if the list is filtered by one. */
const ActorFilter = ({ list, actorName, ...filter }: ActorFilterProps) => (
  <MenuFilter
    {...filter}
    options={actorOptions}
    anyLabel={activityLabels.anyActor}
    displayValue={list.filterQuery.actor === undefined ? undefined : (actorName ?? activityLabels.unknownActor)}
    onChange={(by) => list.setFilters({ by, actor: null })}
  />
);

const { columns: headers } = activityLabels;

/** The columns of the activity. Actors, codes and emails filter the list when clicked. */
const activityColumns = (setFilters: SetFilters): Column<EventRecord>[] => [
  timeColumn({ id: "date", header: headers.date, width: "w-32 sm:w-36", fields: ["at"] }, ({ at }) => at),
  {
    id: "actor",
    header: headers.actor,
    width: "w-52 wide:w-60",
    minTableWidth: "md",
    cell: (event) => <ActorCell event={event} setFilters={setFilters} />,
    fields: ["actor.kind", "actor.name"],
  },
  { id: "event", header: headers.event, cell: (event) => <EventCell event={event} />, fields: ["kind", "subject.name", "data"] },
  {
    id: "code",
    header: headers.code,
    width: "w-48",
    minTableWidth: "lg",
    cell: (event) => event.code !== null && <FilterCell to={{ code: event.code }} text={event.code} setFilters={setFilters} />,
  },
  {
    id: "lead",
    header: headers.lead,
    width: "w-60",
    minTableWidth: "wide",
    cell: (event) => event.email !== null && <FilterCell to={{ email: event.email }} text={event.email} setFilters={setFilters} />,
    fields: ["email"],
  },
];

function ActorCell({ event: { actor }, setFilters }: { event: EventRecord; setFilters: SetFilters }) {
  const actorFilter = actor.id === null ? { by: actor.kind, actor: null } : { actor: actor.id, by: null };
  return (
    <Actor
      actor={actor}
      renderName={(name) => (
        <FilterLink to={actorFilter} setFilters={setFilters}>
          <bdi>{name}</bdi>
        </FilterLink>
      )}
    />
  );
}

function EventCell({ event }: { event: EventRecord }) {
  return (
    <span title={eventSentence(event)}>
      <span className="wide:hidden">
        <EventSentence event={event} />
      </span>
      {/* Wide windows show the code and the lead in columns of their own. */}
      <span className="max-wide:hidden">
        <EventSentence event={event} isShort />
      </span>
    </span>
  );
}

type FilterCellProps = { to: ActivityFilters; text: string; setFilters: SetFilters };

function FilterCell({ to, text, setFilters }: FilterCellProps) {
  return (
    <FilterLink to={to} setFilters={setFilters} mono>
      <TruncatedText text={text} />
    </FilterLink>
  );
}

type FilterLinkProps = { to: ActivityFilters; setFilters: SetFilters; mono?: boolean; children: ReactNode };

const opensNewTab = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Adds a filter to the current ones. In a new tab, only this filter is set. */
function FilterLink({ to, setFilters, mono = false, children }: FilterLinkProps) {
  const search = new URLSearchParams(Object.entries(to).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  return (
    <a
      {...useTabStop()}
      translate={mono ? "no" : undefined}
      href={`${routes.activity}?${search}`}
      onClick={(event) => {
        if (opensNewTab(event)) return;
        event.preventDefault();
        setFilters(to);
      }}
      className={cn(
        "-outline-offset-1 rounded-sm decoration-muted-foreground underline-offset-3 hover:underline",
        mono && "font-mono text-2sm",
      )}
    >
      {children}
    </a>
  );
}
