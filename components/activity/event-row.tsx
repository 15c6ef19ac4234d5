"use client";

import { ChevronRight } from "lucide-react";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { cn } from "@/lib/cn";
import { EventDetails } from "./event-details";
import { NarrowLink } from "./narrow-link";
import { Sentence } from "./sentence";
import type { Narrow } from "./use-filters";
import { Who } from "./who";
import { sentenceOf } from "./words";

type EventRowProps = { event: EventRecord; zone: string; narrow: Narrow; open: boolean; onToggle: () => void };

/** An event, and below it what else is known of it, once it is opened. */
export function EventRow({ event, zone, narrow, open, onToggle }: EventRowProps) {
  const { id, actor, code, email, at } = event;
  return (
    <>
      <TR
        onClick={({ target }) => {
          if (!(target as Element).closest("a, button")) onToggle();
        }}
        className="cursor-default"
      >
        <TD className="w-10 pr-0">
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
        <TD className="text-muted-foreground">
          <Time at={at} zone={zone} />
        </TD>
        <TD className="max-w-32 sm:max-w-64">
          <Who
            actor={actor}
            named={(name) => (
              <NarrowLink to={actor.id === null ? { by: actor.kind, actor: null } : { actor: actor.id, by: null }} narrow={narrow}>
                {name}
              </NarrowLink>
            )}
          />
        </TD>
        {/* The code and the address stand in columns of their own. */}
        <TD>
          <Sentence event={{ ...event, code: null, email: null }} />
        </TD>
        <TD className="max-w-60 truncate">
          {code !== null && (
            <NarrowLink to={{ code }} narrow={narrow} mono title={code}>
              {code}
            </NarrowLink>
          )}
        </TD>
        <TD className="max-w-64 truncate">
          {email !== null && (
            <NarrowLink to={{ email }} narrow={narrow} mono title={email}>
              {email}
            </NarrowLink>
          )}
        </TD>
      </TR>
      {open && (
        <tr>
          <td colSpan={6} className="border-b bg-muted/40 px-3 py-3 lg:pl-13">
            <EventDetails key={id} event={event} zone={zone} />
          </td>
        </tr>
      )}
    </>
  );
}
