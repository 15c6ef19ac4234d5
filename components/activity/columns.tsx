import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import type { SetActivityFilters } from "./filters";
import { FilterLink } from "./filter-link";
import { EventSentence } from "./event-sentence";
import { Actor } from "./actor";
import { eventSentence } from "./event-sentences";

const { columns, display } = createColumns<EventRecord>();

/** What stands of an event in the table; names, codes and addresses narrow it to theirs. */
export const activityColumns = (zone: string, narrow: SetActivityFilters) =>
  columns([
    display({
      id: "when",
      header: "When",
      meta: { width: "w-32 sm:w-36", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.at} zone={zone} />,
    }),
    display({
      id: "who",
      header: "Who",
      meta: { width: "w-52 wide:w-60", minTableWidth: "md" },
      cell: ({ row }) => <Whoever event={row.original} narrow={narrow} />,
    }),
    display({ id: "what", header: "What", cell: ({ row }) => <What event={row.original} /> }),
    display({
      id: "code",
      header: "Code",
      meta: { width: "w-48", minTableWidth: "lg" },
      cell: ({ row }) =>
        row.original.code !== null && <Narrowed to={{ code: row.original.code }} text={row.original.code} narrow={narrow} />,
    }),
    display({
      id: "lead",
      header: "Lead",
      meta: { width: "w-60", minTableWidth: "wide" },
      cell: ({ row }) =>
        row.original.email !== null && <Narrowed to={{ email: row.original.email }} text={row.original.email} narrow={narrow} />,
    }),
  ]);

function Whoever({ event: { actor }, narrow }: { event: EventRecord; narrow: SetActivityFilters }) {
  const actorOnly = actor.id === null ? { by: actor.kind, actor: null } : { actor: actor.id, by: null };
  return (
    <Actor
      actor={actor}
      renderName={(name) => (
        <FilterLink to={actorOnly} narrow={narrow}>
          <bdi>{name}</bdi>
        </FilterLink>
      )}
    />
  );
}

function What({ event }: { event: EventRecord }) {
  return (
    <span title={eventSentence(event)}>
      <span className="wide:hidden">
        <EventSentence event={event} />
      </span>
      {/* From here on the code and the address stand in columns of their own. */}
      <span className="max-wide:hidden">
        <EventSentence event={{ ...event, code: null, email: null }} />
      </span>
    </span>
  );
}

function Narrowed({ to, text, narrow }: { to: Parameters<SetActivityFilters>[0]; text: string; narrow: SetActivityFilters }) {
  return (
    <FilterLink to={to} narrow={narrow} mono>
      <TruncatedText text={text} />
    </FilterLink>
  );
}
