import { plural } from "@/lib/plural";
import { describeUnsupportedEmail, normalizeEmail } from "./normalize";

/** The normalized emails of a text, and the parts that aren't valid emails. */
type ParsedEmails = { emails: string[]; invalid: string[] };

// Email clients copy "Ada Lovelace <ada@example.org>": text outside the brackets is a name, unless it contains an @.
function splitNamesAndEmails(chunk: string): string[] {
  const bracketed = [...chunk.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => inside.trim());
  const words = chunk
    .replace(/<[^<>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return bracketed.length === 0 ? words : [...words.filter((word) => word.includes("@")), ...bracketed];
}

let lastParsed = { text: "", result: { emails: [], invalid: [] } as ParsedEmails };

/** Parses emails that are separated by commas, semicolons, spaces or lines, with or without names. */
export function parseEmails(text: string): ParsedEmails {
  // Cached, since the schema, the hint and the request parse the same text, which can be long.
  if (lastParsed.text !== text) lastParsed = { text, result: parse(text) };
  return lastParsed.result;
}

function parse(text: string): ParsedEmails {
  // A quoted name can contain a comma.
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

/** How many invalid emails a message names. */
const maxNamedEmails = 5;

/** Names the first invalid emails. Returns null if there are none. */
export function invalidEmailsMessage(invalid: readonly string[]): string | null {
  if (invalid.length === 0) return null;
  const named = invalid.slice(0, maxNamedEmails).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part));
  const rest = invalid.length - named.length;
  const list = `${named.join(", ")}${rest > 0 ? ` and ${rest.toLocaleString("en")} more` : ""}`;
  const [reason] = invalid.flatMap((part) => describeUnsupportedEmail(part) ?? []);
  return `${plural(invalid.length, { one: "Invalid email", other: "Invalid emails" })}: ${list}${reason === undefined ? "" : `. Emails ${reason}`}`;
}
