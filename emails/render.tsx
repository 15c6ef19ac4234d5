import { render } from "react-email";
import { CodeMail } from "./code-mail";

/** What a message with a code says, to one lead. */
export type CodeMessage = {
  projectName: string;
  firstname: string | null;
  code: string;
  allowedClaims: number;
  /** ISO 8601. */
  validFrom: string | null;
  validUntil: string | null;
};

export type Rendered = { subject: string; html: string; text: string };

type Shared = Omit<CodeMessage, "firstname" | "code">;

// Private-use characters, which neither names nor codes hold, stand for what differs from lead to lead.
const firstnameMark = "\uE000";
const codeMark = "\uE001";
const marks = /[\uE000\uE001]/g;

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

function validityOf({ validFrom, validUntil }: Shared): string {
  const said = (instant: string) => `${day.format(new Date(instant))} UTC`;
  return `${validFrom ? ` It can be claimed from ${said(validFrom)}.` : ""}${validUntil ? ` Claim it before ${said(validUntil)}.` : ""}`;
}

const mostKept = 100;
const kept = new Map<string, Promise<Rendered>>();

/** Rendering React takes longer than sending; so a message is rendered once for all leads it differs for only in name and code. */
function template(shared: Shared): Promise<Rendered> {
  const key = JSON.stringify([shared.projectName, shared.allowedClaims, shared.validFrom, shared.validUntil]);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const made = renderTemplate(shared);
  kept.set(key, made);
  return made;
}

async function renderTemplate(shared: Shared): Promise<Rendered> {
  const mail = (
    <CodeMail projectName={shared.projectName} firstname={firstnameMark} code={codeMark} allowedClaims={shared.allowedClaims} validity={validityOf(shared)} />
  );
  return { subject: `Your code for ${shared.projectName}`, html: await render(mail), text: await render(mail, { plainText: true }) };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Renders the message with a code for one lead, as HTML and as text. */
export async function renderCodeMessage({ firstname, code, ...shared }: CodeMessage): Promise<Rendered> {
  const { subject, html, text } = await template(shared);
  const said: Record<string, string> = { [firstnameMark]: firstname ? ` ${firstname}` : "", [codeMark]: code };
  const filled = (part: string, write: (value: string) => string) => part.replace(marks, (mark) => write(said[mark] ?? ""));
  return { subject, html: filled(html, escapeHtml), text: filled(text, (value) => value) };
}
