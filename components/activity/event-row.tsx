"use client";

import { ChevronRight } from "lucide-react";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { cn } from "@/lib/cn";
import { EventDetails } from "./event-details";
import type { Filters } from "./filters";
import { NarrowLink } from "./narrow-link";
import { Sentence } from "./sentence";
import type { Narrow } from "./use-filters";
import { Who } from "./who";
import { sentenceOf } from "./words";

type EventRowProps = { event: EventRecord; zone: string; narrow: Narrow; open: boolean; onToggle: () => void };

/** An event, and below it what else is known of it, once it is opened. */
export function EventRow({ event, zone, narrow, open, onToggle }: EventRowProps) {
  return (
    <>
      <TR
        onClick={({ target }) => {
          if (!(target as Element).closest("a, button")) onToggle();
        }}
        className="cursor-default"
      >
        <TD className="w-12 pr-0">
          <button
            type="button"
            data-row-focus
            aria-expanded={open}
            aria-label={`Details: ${sentenceOf(event)}`}
            onClick={onToggle}
            className="grid size-7 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            <ChevronRight aria-hidden="true" className={cn("size-4 transition-transform", open && "rotate-90")} />
          </button>
        </TD>
        <Cells event={event} zone={zone} narrow={narrow} />
      </TR>
      {open && (
        <tr>
          <td colSpan={6} className="border-b bg-muted/40 px-3 py-3 lg:pl-15">
            {/* Stays in sight where the table is wider than the window. */}
            <div className="max-lg:sticky max-lg:left-3 max-lg:w-[calc(100cqw-1.5rem)]">
              <EventDetails event={event} zone={zone} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Cells({ event, zone, narrow }: Pick<EventRowProps, "event" | "zone" | "narrow">) {
  const { actor, code, email, at } = event;
  const actorOnly = actor.id === null ? { by: actor.kind, actor: null } : { actor: actor.id, by: null };
  return (
    <>
      <TD className="text-muted-foreground">
        <Time at={at} zone={zone} />
      </TD>
      <TD className="max-w-32 sm:max-w-64">
        <Who
          actor={actor}
          named={(name) => (
            <NarrowLink to={actorOnly} narrow={narrow}>
              {name}
            </NarrowLink>
          )}
        />
      </TD>
      {/* The code and the address stand in columns of their own. */}
      <TD>
        <Sentence event={{ ...event, code: null, email: null }} />
      </TD>
      <TD className="max-w-60 truncate">{code !== null && <Narrowed to={{ code }} text={code} narrow={narrow} />}</TD>
      <TD className="max-w-64 truncate">{email !== null && <Narrowed to={{ email }} text={email} narrow={narrow} />}</TD>
    </>
  );
}

function Narrowed({ to, text, narrow }: { to: Partial<Filters>; text: string; narrow: Narrow }) {
  return (
    <NarrowLink to={to} narrow={narrow} mono title={text}>
      {text}
    </NarrowLink>
  );
}
