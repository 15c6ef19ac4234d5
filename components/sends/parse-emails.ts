import { normalizeEmail } from "@/contract/normalize";

/** What somebody typed or pasted: its addresses in their one form, and what of it is none. */
export type ParsedEmails = { emails: string[]; invalid: string[] };

// "Ada Lovelace <ada@example.org>", as mail programs copy it: what stands around the brackets is a name, unless it is an address itself.
function splitNamesAndEmails(chunk: string): string[] {
  const bracketed = [...chunk.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => inside.trim());
  const words = chunk
    .replace(/<[^<>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return bracketed.length === 0 ? words : [...words.filter((word) => word.includes("@")), ...bracketed];
}

let lastParsed = { text: "", result: { emails: [], invalid: [] } as ParsedEmails };

/** Reads a list of addresses, apart by commas, semicolons, spaces or lines, with names before them or without. */
export function parseEmails(text: string): ParsedEmails {
  // The form, its hint and the question to the server read the same text, which may be long.
  if (lastParsed.text !== text) lastParsed = { text, result: read(text) };
  return lastParsed.result;
}

function read(text: string): ParsedEmails {
  // A name in quotes may hold a comma.
  const chunks = text.replace(/"[^"\n]*"/g, " ").split(/[,;\n]+/);
  const emails: string[] = [];
  const invalid: string[] = [];
  for (const part of chunks.flatMap(splitNamesAndEmails)) {
    const email = normalizeEmail(part.replace(/^mailto:/i, ""));
    if (email === null) invalid.push(part);
    else emails.push(email);
  }
  return { emails, invalid };
}

const maxNamedEmails = 5;

/** Names what is no address; null where everything is. */
export function invalidEmailsMessage(invalid: readonly string[]): string | null {
  if (invalid.length === 0) return null;
  const shown = invalid.slice(0, maxNamedEmails).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part));
  const more = invalid.length > maxNamedEmails ? ` and ${(invalid.length - maxNamedEmails).toLocaleString("en")} more` : "";
  return `${invalid.length === 1 ? "This is no address" : "These are no addresses"}: ${shown.join(", ")}${more}`;
}

/** The text with an address more. */
export const appendEmail = (text: string, email: string): string => (text.trim() === "" ? email : `${text.trimEnd()}\n${email}`);
