import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { EventRecord } from "@/contract/events";
import { absoluteTime } from "@/lib/dates";
import { actorKindLabels } from "./actor";
import { activityLabels, eventLabels, eventValue } from "./labels";

/** A name or another value can have marks that change the direction of what follows, so it is in an element of its own. */
type SentencePart = { kind: "text" | "value" | "code" | "email"; text: string };

/** Whether the sentence mentions the code and the email of the event. */
type Mentions = { code: boolean; email: boolean };

/** A placeholder or text in brackets (`Sentence`). */
const variable = /(\{[^}]*\}|\[[^\]]*\])/;

function fillVariable(part: string, event: EventRecord, mentions: Mentions): SentencePart[] {
  const [text = "", fallback = ""] = part.slice(1, -1).split(/\|([^|]*)$/);
  if (part.startsWith("[")) {
    const isKnown = text.split(variable).every((each, index) => index % 2 === 0 || fillVariable(each, event, mentions).length > 0);
    return fillSentence(isKnown ? text : fallback, event, mentions);
  }
  const isMention = text === "code" || text === "email";
  const value = isMention ? mentions[text] && event[text] : eventValue(text, event);
  if (value) return [{ kind: isMention ? text : "value", text: value }];
  return fallback === "" ? [] : [{ kind: "text", text: fallback }];
}

/** Fills in the template of a sentence. Parts without text are left out. */
function fillSentence(template: string, event: EventRecord, mentions: Mentions): SentencePart[] {
  return template.split(variable).flatMap((part, index): SentencePart[] => {
    // Every second part is variable.
    if (index % 2 === 1) return fillVariable(part, event, mentions);
    return part === "" ? [] : [{ kind: "text", text: part }];
  });
}

function sentenceParts(event: EventRecord, mentions: Mentions): SentencePart[] {
  const { sentence } = eventLabels[event.kind];
  return fillSentence(typeof sentence === "string" ? sentence : sentence(event), event, mentions);
}

/** Describes an event in plain text. */
export const eventSentence = (event: EventRecord): string =>
  sentenceParts(event, { code: true, email: true })
    .map(({ text }) => text)
    .join("");

type EventSentenceProps = {
  event: EventRecord;
  /** Leaves out the code and the email, which the table shows in columns of their own. */
  isShort?: boolean;
  renderCode?: (code: string) => ReactNode;
  renderEmail?: (email: string) => ReactNode;
};

const renderMono = (text: string) => (
  <span translate="no" className="font-mono text-2sm">
    {text}
  </span>
);

/** Describes an event. Codes and emails are in mono unless they are rendered otherwise. */
export function EventSentence({ event, isShort = false, renderCode = renderMono, renderEmail = renderMono }: EventSentenceProps) {
  const renderers = { text: (text: string) => text, value: (text: string) => <bdi>{text}</bdi>, code: renderCode, email: renderEmail };
  return sentenceParts(event, { code: !isShort, email: !isShort }).map(({ kind, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{renderers[kind](text)}</Fragment>
  ));
}

const { details: labels } = activityLabels;

/** All that is known about an event. */
export function EventDetails({ event, zone }: { event: EventRecord; zone: string }) {
  const { actor, subject, at, requestId, data } = event;
  return (
    <dl className="grid gap-x-6 gap-y-1 text-2sm sm:grid-cols-[8rem_1fr]">
      <DetailRow label={labels.event}>
        <span>
          <EventSentence event={event} />
        </span>
      </DetailRow>
      <DetailRow label={labels.date}>{absoluteTime(new Date(at), zone)}</DetailRow>
      <DetailRow label={labels.actor}>
        <span>
          {actorKindLabels[actor.kind]}
          {actor.name && (
            <>
              , <bdi>{actor.name}</bdi>
            </>
          )}
        </span>
        {actor.id !== null && <CopyableId id={actor.id} label={activityLabels.copyActorId} />}
      </DetailRow>
      {subject !== null && <DetailRow label={labels.subject}>{subject.name}</DetailRow>}
      {requestId !== null && (
        <DetailRow label={labels.request}>
          <CopyableId id={requestId} label={activityLabels.copyRequestId} />
        </DetailRow>
      )}
      {Object.entries(data).map(([name, value]) => (
        <DetailRow key={name} label={name}>
          <span translate="no" className="break-all font-mono">
            {typeof value === "string" ? value : JSON.stringify(value)}
          </span>
        </DetailRow>
      ))}
    </dl>
  );
}

function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground max-sm:pt-1 sm:leading-7">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 sm:leading-7">{children}</dd>
    </>
  );
}

function CopyableId({ id, label }: { id: string; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span translate="no" className="break-all font-mono">
        {id}
      </span>
      <CopyButton text={id} label={label} icon />
    </span>
  );
}
