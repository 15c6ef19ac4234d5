// cspell:ignore Dcurious
import { trimEnd } from "@/lib/trim-end";

// Links pass through email clients, chat apps and spreadsheets, which encode them once more or add the characters around them.

/** The parameters of our links whose values never have spaces or punctuation around them. */
const trimmedNames = ["code", "email", "token", "ref"] as const;

const knownNames = new Set<string>([...trimmedNames, "source", "result", "names", "theme", "format"]);

const encodedAmpersand = /&(?:amp|#38|#x26);(?:amp;)*|%26(?:amp|%23(?:38|x26))(?:;|%3b)/gi;

/** Tools add their parameters to a link with a second question mark. */
const secondQuery = /\?(?=[\w.-]{1,100}=)/g;
const addedParameter = /[?&](?=[\w.-]{1,100}=)/;

/** Quotation marks, brackets and punctuation that surround a link in a text. */
const leadingCharacters = /^[\s\u200b\ufeff<("'«“‘[{]+/u;
const trailingCharacter = /(?:[\s\u200b\ufeff>)"'»”’\]}.,;:!?*]|&gt;?|&quot;?)$/u;

/**
 * Reads the query of a link to a page for customers: with `&amp;` or an encoded `&` between the parameters, names in upper case, values that
 * were encoded twice, and characters that a text has after a link. Of repeated parameters, the first counts.
 */
export function readLinkQuery(search: string): URLSearchParams {
  const decoded = decodeWholeQuery(search.replace(/^\?/, "")).replaceAll(secondQuery, "&");
  const query = new URLSearchParams();
  const params = [...new URLSearchParams(decoded.replaceAll(encodedAmpersand, "&"))].filter(([name]) => name !== "gt;" && name !== "quot;");
  const isQuotedPrintable = params.length > 1 && params.every(([, value]) => value.startsWith("3D"));
  for (const [name, value] of params) {
    const known = toKnownName(name);
    const text = isQuotedPrintable ? value.slice(2) : value;
    if (!query.has(known)) query.append(known, isTrimmed(known) ? cleanValue(known, text) : text);
  }
  return query;
}

/** Decodes a query whose `=` and `&` are encoded, such as `code%3Dcurious-pineapple%26email%3Dada%2540example.org`. */
function decodeWholeQuery(text: string): string {
  if (text.includes("=") || !/%3d/i.test(text)) return text;
  return decode(text);
}

function toKnownName(name: string): string {
  const plain = name.replace(/^(?:amp;)+/i, "").trim();
  const lower = plain.toLowerCase();
  return knownNames.has(lower) || lower.startsWith("utm_") ? lower : plain;
}

const isTrimmed = (name: string): name is (typeof trimmedNames)[number] => trimmedNames.some((each) => each === name);

function cleanValue(name: (typeof trimmedNames)[number], value: string): string {
  const isEncoded = /%[0-9a-f]{2}/i.test(value) && !(name === "email" && value.includes("@"));
  const [plain = ""] = (isEncoded ? decode(value) : value).split(addedParameter, 1);
  const trimmed = trimEnd(plain.replace(leadingCharacters, ""), trailingCharacter);
  // A plus sign that wasn't encoded arrives as a space.
  return name === "email" ? trimmed.replace(/^mailto:/i, "").replaceAll(" ", "+") : trimmed;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the page for customers that a path with other letter case, a trailing slash or added characters means, with the query of the link.
 * The claim page also takes a code as the next segment. Returns null if there is none.
 */
export function findPagePath(path: string, search: string, pages: ReadonlySet<string>): string | null {
  const plain = trimEnd(trimEnd(decode(path), trailingCharacter), /\/$/);
  const lower = plain.toLowerCase();
  if (pages.has(lower)) return lower === path ? null : `${lower}${search}`;
  const [, page, code] = /^(\/claim|\/embed\/claim)\/([^/]{1,200})$/.exec(lower) ?? [];
  if (!page || !code) return null;
  const query = readLinkQuery(search);
  query.set("code", plain.slice(page.length + 1));
  return `${page}?${query}`;
}
