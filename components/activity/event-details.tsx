import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { EventRecord } from "@/contract/events";
import { absoluteTime } from "@/lib/relative-time";
import { EventSentence } from "./event-sentence";
import { actorKindLabels } from "./actor";

/** Everything that is known of an event. */
export function EventDetails({ event, zone }: { event: EventRecord; zone: string }) {
  const { actor, subject, at, requestId, data } = event;
  return (
    <dl className="grid gap-x-6 gap-y-1 text-[13px] sm:grid-cols-[8rem_1fr]">
      <Line name="What">
        <span>
          <EventSentence event={event} />
        </span>
      </Line>
      <Line name="When">{absoluteTime(new Date(at), zone)}</Line>
      <Line name="Who">
        <span>{[actorKindLabels[actor.kind].word, actor.name].filter(Boolean).join(", ")}</span>
        {actor.id !== null && <Copied text={actor.id} what="the actor’s id" />}
      </Line>
      {subject !== null && <Line name="Whom">{subject.name}</Line>}
      {requestId !== null && (
        <Line name="Request">
          <Copied text={requestId} what="the request id" />
        </Line>
      )}
      {Object.entries(data).map(([name, value]) => (
        <Line key={name} name={name}>
          <span className="break-all font-mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>
        </Line>
      ))}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground max-sm:pt-1 sm:leading-7">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 sm:leading-7">{children}</dd>
    </>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="break-all font-mono">{text}</span>
      <CopyButton text={text} label={what} icon />
    </span>
  );
}
