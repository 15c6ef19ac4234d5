import { describeInvalidEmail, normalizeEmail } from "@/contract/normalize";
import { CellProblem } from "./cells";

// Joiners form letters of some scripts, and emoji.
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;
/** Longer texts aren't cleaned, because they're refused, and the patterns would take long. */
const maxLength = 3000;
/** A line break in a link, after which a header of another email would follow. */
const encodedBreak = /%(?:25)*0[ad]/i;
const edges = /^[\p{Cf}\p{Cc}\p{Z}]+|[\p{Cf}\p{Cc}\p{Z},;]+$/gu;

/**
 * Cleans a text of one line, such as a name: line breaks, tabs and unusual blanks become spaces, and invisible characters are left out, as are
 * commas at the end.
 */
export const cleanLine = (text: string): string =>
  text.length > maxLength
    ? text
    : text
        .replace(/(?: *[\p{Cc}\u2028\u2029])+ */gu, " ")
        .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
        .replace(invisible, "")
        .replace(edges, "");

/** An email in other text. */
const emailInText = /[^\s<>"'()[\],;:|/]{1,64}@[^\s<>"'()[\],;:|/@?]{1,189}/gu;

/** What can be around an email without meaning anything. */
const around = /mailto:|[\s<>()[\]"'`,;:.|]/giu;

const readEmail = (text: string): string | null => normalizeEmail(text.replace(/\.+$/, ""));

type CellEmail = { email: string; name: string };

/**
 * Parses a cell with one email, also in the form `Ada Lovelace <ada@example.org>`, with the name. Throws a `CellProblem`, also if it has more
 * than one.
 */
export function parseCellEmail(text: string): CellEmail {
  if (encodedBreak.test(text)) throw new CellProblem("has a line break inside the email");
  const plain = normalizeEmail(text);
  if (plain !== null) return { email: plain, name: "" };
  const cleaned = text
    .slice(0, maxLength)
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}]/gu, (character) => (/\s/.test(character) && character !== "\ufeff" ? " " : ""))
    .replace(/(?<=mailto:[^\s?]*)\?[^\s<>"')]*/giu, "")
    .trim();
  const found = [...new Set((cleaned.match(emailInText) ?? []).flatMap((each) => readEmail(each) ?? []))];
  const [email] = found;
  if (email === undefined) throw new CellProblem(describeInvalidEmail(cleaned.match(emailInText)?.[0] ?? text));
  if (found.length > 1)
    throw new CellProblem(`has ${found.length} emails: ${found.slice(0, 2).join(" and ")}. Each needs a row of its own`);
  const [, named] = /^([^<>]*)<[^<>]*>[\s.,;]*$/u.exec(cleaned) ?? [];
  const name = named === undefined ? "" : cleanLine(named.replace(/^[\s"']+|[\s"',]+$/g, ""));
  const rest = (named === undefined ? cleaned.replace(/\([^()@]*\)\s*$/, "") : cleaned.slice(named.length))
    .replace(emailInText, (each) => (readEmail(each) === null ? each : ""))
    .replace(around, "");
  if (rest !== "") throw new CellProblem("has other text besides the email");
  return { email, name: normalizeEmail(name) === null ? name : "" };
}

// cspell:disable
/** What follows a name after a comma without being the first name: titles, degrees, and kinds of companies. */
const nameSuffix =
  /^(?:(?:jr|sr|junior|senior|i{2,3}|iv|v|esq|ph\.?d|m\.?d|dds|d\.?o|r\.?n|m\.?b\.?a|m\.?s\.?c|b\.?s\.?c|m\.?a|b\.?a|j\.?d|ll\.?[bmd]|cpa|cfa|pmp|p\.?e|dr|prof|inc|llc|llp|ltd|limited|corp|co|gmbh|ag|kg|s\.?a|s\.?l|s\.?r\.?l|b\.?v|n\.?v|oy|ab|pty|plc)\.?\s*)+$/i;
// cspell:enable

/**
 * Splits a full name at its first blank. "Suzuki, Hana" is the last name and the first name. Other names with commas, such as those of companies,
 * stay as they are.
 */
export function splitName(text: string): { firstname: string; lastname?: string } {
  const [before = "", ...parts] = text.split(/\s*[,，]\s*/).filter((part) => part !== "");
  const others = parts.filter((part) => !nameSuffix.test(part));
  const [after] = others;
  if (after !== undefined) {
    const isName = others.length === 1 && after === parts[0] && !/[&\d/@]|(?<!\p{L})and(?!\p{L})/iu.test(text);
    // "King, Martin Luther, Jr."
    return isName ? { firstname: after, lastname: [before, ...parts.slice(1)].join(", ") } : { firstname: text };
  }
  const [first = "", ...rest] = text.split(/\s+/);
  return rest.length > 0 && !/[,，]$/.test(first) ? { firstname: first, lastname: rest.join(" ") } : { firstname: text };
}

/**
 * Splits a cell into tags: separated by commas, semicolons, bars or line breaks, each also in quotes, or as an array of JSON or a database.
 */
export function splitTags(text: string): string[] {
  if (text.length > maxLength) return text.split(/[,;|]/);
  const list = /^\s*(?:\[(.*)\]|\{(.*)\})\s*$/s.exec(text);
  const json = list === null ? null : parseTexts(text);
  const tags = json ?? (list === null ? splitQuoted(text, '"', false) : splitQuoted(list[1] ?? list[2] ?? "", "\"'", true));
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== "" && !(list !== null && json === null && tag === "NULL"));
}

function parseTexts(json: string): string[] | null {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string" || typeof item === "number").map(String) : null;
  } catch {
    return null;
  }
}

/** Splits a text at its separators outside of quotes. A quote in a quoted part is doubled or, with `hasEscapes`, has a backslash. */
function splitQuoted(text: string, quotes: string, hasEscapes: boolean): string[] {
  const escaped = hasEscapes ? "|\\\\." : "";
  const quoted = [...quotes]
    .map((quote) => `${quote}((?:${quote}${quote}${escaped}|[^${quote}${hasEscapes ? "\\\\" : ""}])*)${quote}`)
    .join("|");
  // Bars and line breaks only separate tags where nothing else does.
  const separators = /[,;，、；]/.test(text.replace(new RegExp(quoted, "gs"), "")) ? ",;，、；\\n" : "|\\n";
  const pattern = new RegExp(`(?:^|[${separators}])[^\\S\\n]*(?:(?:${quoted})[^\\S\\n]*(?=[${separators}]|$)|([^${separators}]*))`, "gsu");
  return [...text.matchAll(pattern)].map(([, ...groups]) => {
    const index = groups.slice(0, quotes.length).findIndex((group) => group !== undefined);
    const [quote, tag = ""] = [quotes[index], groups[index < 0 ? quotes.length : index]];
    if (quote === undefined) return tag;
    const inner = tag.replaceAll(quote + quote, quote);
    return hasEscapes ? inner.replace(/\\(.)/gs, "$1") : inner;
  });
}
