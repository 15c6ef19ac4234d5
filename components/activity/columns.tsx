import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { Actor } from "./actor";
import { EventSentence, eventSentence } from "./event-sentence";
import { FilterLink } from "./filter-link";
import type { SetActivityFilters } from "./filters";
import { activityLabels } from "./labels";

const { columns, display } = createColumns<EventRecord>();
const { columns: headers } = activityLabels;

/** The columns of the activity. Actors, codes and emails filter the list when clicked. */
export const activityColumns = (zone: string, setFilters: SetActivityFilters) =>
  columns([
    display({
      id: "date",
      header: headers.date,
      meta: { width: "w-32 sm:w-36", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.at} zone={zone} />,
    }),
    display({
      id: "actor",
      header: headers.actor,
      meta: { width: "w-52 wide:w-60", minTableWidth: "md" },
      cell: ({ row }) => <ActorCell event={row.original} setFilters={setFilters} />,
    }),
    display({ id: "event", header: headers.event, cell: ({ row }) => <EventCell event={row.original} /> }),
    display({
      id: "code",
      header: headers.code,
      meta: { width: "w-48", minTableWidth: "lg" },
      cell: ({ row }) =>
        row.original.code !== null && <FilterCell to={{ code: row.original.code }} text={row.original.code} setFilters={setFilters} />,
    }),
    display({
      id: "lead",
      header: headers.lead,
      meta: { width: "w-60", minTableWidth: "wide" },
      cell: ({ row }) =>
        row.original.email !== null && <FilterCell to={{ email: row.original.email }} text={row.original.email} setFilters={setFilters} />,
    }),
  ]);

function ActorCell({ event: { actor }, setFilters }: { event: EventRecord; setFilters: SetActivityFilters }) {
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

type FilterCellProps = { to: Parameters<SetActivityFilters>[0]; text: string; setFilters: SetActivityFilters };

function FilterCell({ to, text, setFilters }: FilterCellProps) {
  return (
    <FilterLink to={to} setFilters={setFilters} mono>
      <TruncatedText text={text} />
    </FilterLink>
  );
}
