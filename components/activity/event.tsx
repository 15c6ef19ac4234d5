import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { EventRecord } from "@/contract/events";
import { absoluteTime } from "@/lib/dates";
import { actorKindLabels } from "./actor";
import { activityLabels, eventLabels, type Mentions, type SentenceTemplate } from "./labels";

type SentencePart = { kind: "text" | "code" | "email"; text: string };

const placeholder = /\{(\w+)\}/;

function fillTemplate(template: SentenceTemplate, { code, email }: EventRecord): SentencePart[] {
  const { text, values } = typeof template === "string" ? { text: template, values: {} } : template;
  const fills = new Map(Object.entries(values));
  // Every second part is the name of a placeholder.
  return text
    .split(placeholder)
    .map((part, index): SentencePart => {
      if (index % 2 === 0) return { kind: "text", text: part };
      if (part === "code") return { kind: "code", text: code ?? "" };
      if (part === "email") return { kind: "email", text: email ?? "" };
      return { kind: "text", text: fills.get(part) ?? "" };
    })
    .filter((part) => part.text !== "");
}

const allMentions = ({ code, email }: EventRecord): Mentions => ({ code: code !== null, email: email !== null });

/** Describes an event in plain text. */
export const eventSentence = (event: EventRecord): string =>
  fillTemplate(eventLabels[event.kind].sentence(event, allMentions(event)), event)
    .map(({ text }) => text)
    .join("");

type EventSentenceProps = {
  event: EventRecord;
  /** Leaves out the code and the email, which the table shows in columns of their own. */
  isShort?: boolean;
  renderCode?: (code: string) => ReactNode;
  renderEmail?: (email: string) => ReactNode;
};

const renderMono = (text: string) => <span className="font-mono text-[13px]">{text}</span>;

/** Describes an event. Codes and emails are in mono unless they are rendered otherwise. */
export function EventSentence({ event, isShort = false, renderCode = renderMono, renderEmail = renderMono }: EventSentenceProps) {
  const mentions = isShort ? { code: false, email: false } : allMentions(event);
  return fillTemplate(eventLabels[event.kind].sentence(event, mentions), event).map(({ kind, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{kind === "code" ? renderCode(text) : kind === "email" ? renderEmail(text) : text}</Fragment>
  ));
}

const { details: labels } = activityLabels;

/** All that is known about an event. */
export function EventDetails({ event, zone }: { event: EventRecord; zone: string }) {
  const { actor, subject, at, requestId, data } = event;
  return (
    <dl className="grid gap-x-6 gap-y-1 text-[13px] sm:grid-cols-[8rem_1fr]">
      <DetailRow label={labels.event}>
        <span>
          <EventSentence event={event} />
        </span>
      </DetailRow>
      <DetailRow label={labels.date}>{absoluteTime(new Date(at), zone)}</DetailRow>
      <DetailRow label={labels.actor}>
        <span>{[actorKindLabels[actor.kind], actor.name].filter(Boolean).join(", ")}</span>
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
          <span className="break-all font-mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>
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
      <span className="break-all font-mono">{id}</span>
      <CopyButton text={id} label={label} icon />
    </span>
  );
}
