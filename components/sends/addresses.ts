import { normaliseEmail } from "@/contract/text";

/** What somebody typed or pasted: its addresses in their one form, and what of it is none. */
export type Addresses = { emails: string[]; bad: string[] };

// "Ada Lovelace <ada@example.org>", as mail programs copy it: what stands around the brackets is a name, unless it is an address itself.
function partsOf(chunk: string): string[] {
  const bracketed = [...chunk.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => inside.trim());
  const words = chunk
    .replace(/<[^<>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return bracketed.length === 0 ? words : [...words.filter((word) => word.includes("@")), ...bracketed];
}

let last = { text: "", addresses: { emails: [], bad: [] } as Addresses };

/** Reads a list of addresses, apart by commas, semicolons, spaces or lines, with names before them or without. */
export function readAddresses(text: string): Addresses {
  // The form, its hint and the question to the server read the same text, which may be long.
  if (last.text !== text) last = { text, addresses: read(text) };
  return last.addresses;
}

function read(text: string): Addresses {
  // A name in quotes may hold a comma.
  const chunks = text.replace(/"[^"\n]*"/g, " ").split(/[,;\n]+/);
  const emails: string[] = [];
  const bad: string[] = [];
  for (const part of chunks.flatMap(partsOf)) {
    const email = normaliseEmail(part.replace(/^mailto:/i, ""));
    if (email === null) bad.push(part);
    else emails.push(email);
  }
  return { emails, bad };
}

const mostNamed = 5;

/** Names what is no address; null where everything is. */
export function badWords(bad: readonly string[]): string | null {
  if (bad.length === 0) return null;
  const shown = bad.slice(0, mostNamed).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part));
  const more = bad.length > mostNamed ? ` and ${(bad.length - mostNamed).toLocaleString("en")} more` : "";
  return `${bad.length === 1 ? "This is no address" : "These are no addresses"}: ${shown.join(", ")}${more}`;
}

/** The text with an address more. */
export const withAddress = (text: string, email: string): string => (text.trim() === "" ? email : `${text.trimEnd()}\n${email}`);
