import { columnsOf } from "@/components/list/columns";
import { LongText } from "@/components/list/long-text";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import type { Narrow } from "./filters";
import { NarrowLink } from "./narrow-link";
import { Sentence } from "./sentence";
import { Who } from "./who";
import { sentenceOf } from "./words";

const { columns, display } = columnsOf<EventRecord>();

/** What stands of an event in the table; names, codes and addresses narrow it to theirs. */
export const columnsFor = (zone: string, narrow: Narrow) =>
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
      meta: { width: "w-52 wide:w-60", from: "md" },
      cell: ({ row }) => <Whoever event={row.original} narrow={narrow} />,
    }),
    display({ id: "what", header: "What", cell: ({ row }) => <What event={row.original} /> }),
    display({
      id: "code",
      header: "Code",
      meta: { width: "w-48", from: "lg" },
      cell: ({ row }) =>
        row.original.code !== null && <Narrowed to={{ code: row.original.code }} text={row.original.code} narrow={narrow} />,
    }),
    display({
      id: "lead",
      header: "Lead",
      meta: { width: "w-60", from: "wide" },
      cell: ({ row }) =>
        row.original.email !== null && <Narrowed to={{ email: row.original.email }} text={row.original.email} narrow={narrow} />,
    }),
  ]);

function Whoever({ event: { actor }, narrow }: { event: EventRecord; narrow: Narrow }) {
  const actorOnly = actor.id === null ? { by: actor.kind, actor: null } : { actor: actor.id, by: null };
  return (
    <Who
      actor={actor}
      named={(name) => (
        <NarrowLink to={actorOnly} narrow={narrow}>
          <bdi>{name}</bdi>
        </NarrowLink>
      )}
    />
  );
}

function What({ event }: { event: EventRecord }) {
  return (
    <span title={sentenceOf(event)}>
      <span className="wide:hidden">
        <Sentence event={event} />
      </span>
      {/* From here on the code and the address stand in columns of their own. */}
      <span className="max-wide:hidden">
        <Sentence event={{ ...event, code: null, email: null }} />
      </span>
    </span>
  );
}

function Narrowed({ to, text, narrow }: { to: Parameters<Narrow>[0]; text: string; narrow: Narrow }) {
  return (
    <NarrowLink to={to} narrow={narrow} mono>
      <LongText text={text} />
    </NarrowLink>
  );
}
