import { render } from "react-email";
import type { MailText } from "@/contract/mail-texts";
import { filledIn, LeadMail, type LeadMailProps } from "./lead-mail";
import { type LeadMessage, type Values, valuesOf } from "./letter";

export type { LeadMessage, Links, UnlinkedMessage } from "./letter";

export type Rendered = { subject: string; html: string; text: string };

type Names = keyof Values | "unsubscribeUrl";

// Private-use characters, one for each variable, which stand for what differs from lead to lead.
const firstMark = 0xe000;
const marks = /[\uE000-\uE0FF]/g;
const withoutMarks = (text: string): string => text.replace(marks, "");

const mostKept = 100;
const kept = new Map<string, Promise<Rendered>>();

/** Rendering React takes longer than sending; so a message is rendered once for all leads to whom the same variables say something. */
function template(mail: LeadMailProps): Promise<Rendered> {
  const key = JSON.stringify(mail);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const made = renderTemplate(mail);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

async function renderTemplate(props: LeadMailProps): Promise<Rendered> {
  const mail = <LeadMail {...props} />;
  return { subject: filledIn(props.text.subject, props.values), html: await render(mail), text: await render(mail, { plainText: true }) };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** A subject is one line, whatever a name holds. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Renders the message to one lead, as HTML and as text. */
export async function renderLeadMessage(message: LeadMessage): Promise<Rendered> {
  const values: Record<Names, string | null> = { ...valuesOf(message), unsubscribeUrl: message.unsubscribeUrl };
  const names = Object.keys(values) as Names[];
  const marked = Object.fromEntries(
    names.map((name, place) => [name, values[name] === null ? null : String.fromCharCode(firstMark + place)]),
  ) as Record<Names, string | null>;
  const { unsubscribeUrl, ...shared } = marked;
  const text: MailText = {
    subject: withoutMarks(message.text.subject),
    body: withoutMarks(message.text.body),
    button: withoutMarks(message.text.button),
  };
  const made = await template({ kind: message.kind, text, values: shared, unsubscribeUrl, accent: message.accent });
  const filled = (part: string, write: (value: string) => string) =>
    part.replace(marks, (mark) => write(values[names[mark.charCodeAt(0) - firstMark] ?? "email"] ?? ""));
  return {
    subject: oneLine(filled(made.subject, (value) => value)),
    html: filled(made.html, escapeHtml),
    text: filled(made.text, (value) => value),
  };
}
