import { render } from "react-email";
import { inZone, throughWords } from "@/lib/moments";
import { CodeMail } from "./code-mail";
import { readable } from "./names";

/** What a message with a code says, to one lead. */
export type CodeMessage = {
  projectName: string;
  firstname: string | null;
  code: string;
  /** How many customers may claim it. */
  allowedClaims: number;
  /** Only this lead may claim it. */
  reserved: boolean;
  /** ISO 8601. */
  validFrom: string | null;
  validUntil: string | null;
  /** The project's time zone, in which both are told. */
  zone: string;
  /** The project's colour (`#rrggbb`). */
  accent: string;
  /** The address of the claim page, which the button opens with the code filled in. */
  claimUrl: string;
};

/** A message before it is known where its site is. */
export type UnlinkedMessage = Omit<CodeMessage, "claimUrl">;

export type Rendered = { subject: string; html: string; text: string };

type Shared = Omit<CodeMessage, "firstname" | "code"> & { named: boolean };

// Private-use characters, which stand for what differs from lead to lead.
const firstnameMark = "\uE000";
const codeMark = "\uE001";
const linkedCodeMark = "\uE002";
const marks = /[\uE000\uE001\uE002]/g;

function termsOf({ allowedClaims, reserved, validFrom, validUntil, zone }: Shared): string {
  const people = allowedClaims.toLocaleString("en");
  return [
    reserved ? "It is reserved for you: use the address this message came to." : null,
    reserved
      ? null
      : allowedClaims === 1
        ? "It works once, for whoever claims it first."
        : `It works for the first ${people} people who claim it.`,
    validFrom ? `It can be claimed from ${inZone(new Date(validFrom), zone)}.` : null,
    validUntil ? `It can be claimed ${throughWords(validUntil, zone)}.` : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

const mostKept = 100;
const kept = new Map<string, Promise<Rendered>>();

/** Rendering React takes longer than sending; so a message is rendered once for all leads it differs for only in name and code. */
function template(shared: Shared): Promise<Rendered> {
  const key = JSON.stringify([
    shared.named,
    shared.projectName,
    shared.allowedClaims,
    shared.reserved,
    shared.validFrom,
    shared.validUntil,
    shared.zone,
    shared.accent,
    shared.claimUrl,
  ]);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const made = renderTemplate(shared);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

async function renderTemplate(shared: Shared): Promise<Rendered> {
  const mail = (
    <CodeMail
      projectName={shared.projectName}
      firstname={shared.named ? firstnameMark : null}
      code={codeMark}
      terms={termsOf(shared)}
      link={`${shared.claimUrl}?code=${linkedCodeMark}`}
      accent={shared.accent}
    />
  );
  return { subject: `Your code for ${shared.projectName}`, html: await render(mail), text: await render(mail, { plainText: true }) };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Renders the message with a code for one lead, as HTML and as text. */
export async function renderCodeMessage({ firstname, code, ...shared }: CodeMessage): Promise<Rendered> {
  const name = readable(firstname ?? "");
  const { subject, html, text } = await template({ ...shared, projectName: shared.projectName.replace(marks, ""), named: name !== "" });
  const written: Record<string, string> = { [firstnameMark]: name, [codeMark]: code, [linkedCodeMark]: encodeURIComponent(code) };
  const filled = (part: string, write: (value: string) => string) => part.replace(marks, (mark) => write(written[mark] ?? ""));
  return { subject, html: filled(html, escapeHtml), text: filled(text, (value) => value) };
}
