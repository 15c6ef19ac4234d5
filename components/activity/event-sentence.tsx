import { Fragment, type ReactNode } from "react";
import type { EventRecord } from "@/contract/events";
import { eventLabels, type Mentions, type SentenceTemplate } from "./labels";

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
