import { normaliseEmail } from "@/contract/text";

/** What somebody typed or pasted: its addresses in their one form, and what of it is none. */
export type ParsedEmails = { emails: string[]; bad: string[] };

// "Ada Lovelace <ada@example.org>", as mail programs copy it: what stands around the brackets is a name, unless it is an address itself.
function splitNamesAndEmails(chunk: string): string[] {
  const bracketed = [...chunk.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => inside.trim());
  const words = chunk
    .replace(/<[^<>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return bracketed.length === 0 ? words : [...words.filter((word) => word.includes("@")), ...bracketed];
}

let lastParsed = { text: "", addresses: { emails: [], bad: [] } as ParsedEmails };

/** Reads a list of addresses, apart by commas, semicolons, spaces or lines, with names before them or without. */
export function parseEmails(text: string): ParsedEmails {
  // The form, its hint and the question to the server read the same text, which may be long.
  if (lastParsed.text !== text) lastParsed = { text, addresses: read(text) };
  return lastParsed.addresses;
}

function read(text: string): ParsedEmails {
  // A name in quotes may hold a comma.
  const chunks = text.replace(/"[^"\n]*"/g, " ").split(/[,;\n]+/);
  const emails: string[] = [];
  const bad: string[] = [];
  for (const part of chunks.flatMap(splitNamesAndEmails)) {
    const email = normaliseEmail(part.replace(/^mailto:/i, ""));
    if (email === null) bad.push(part);
    else emails.push(email);
  }
  return { emails, bad };
}

const maxNamedEmails = 5;

/** Names what is no address; null where everything is. */
export function invalidEmailsMessage(bad: readonly string[]): string | null {
  if (bad.length === 0) return null;
  const shown = bad.slice(0, maxNamedEmails).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part));
  const more = bad.length > maxNamedEmails ? ` and ${(bad.length - maxNamedEmails).toLocaleString("en")} more` : "";
  return `${bad.length === 1 ? "This is no address" : "These are no addresses"}: ${shown.join(", ")}${more}`;
}

/** The text with an address more. */
export const appendEmail = (text: string, email: string): string => (text.trim() === "" ? email : `${text.trimEnd()}\n${email}`);
