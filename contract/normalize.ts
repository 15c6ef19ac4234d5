// Normalizes emails, codes and date-times. The schemas in `fields.ts` describe the rules.

const localPartPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const internationalDomainPattern = /^[\p{L}\p{M}\p{N}.-]+$/u;
// Characters such as variation selectors, which the conversion to ASCII would drop.
const ignorableCharacter = /\p{Default_Ignorable_Code_Point}/u;

/** Returns a domain in lowercase ASCII, or "" if it has no ASCII form. */
export function asciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) && !/(^|\.)xn--/.test(domain)) return domain;
  if (!internationalDomainPattern.test(domain) || ignorableCharacter.test(domain)) return "";
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return "";
  }
}

/** Normalizes an email to the form that identifies a lead (docs/interface.md, "Records"). Returns null if it isn't a single valid email. */
export function normalizeEmail(raw: string): string | null {
  if (raw.length > 1000 || !raw.isWellFormed()) return null;
  const text = raw.trim().normalize("NFKC").toLowerCase();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  const email = `${local}@${domain}`;
  const isValidLength = at > 0 && local.length <= 64 && email.length <= 254;
  return isValidLength && localPartPattern.test(local) && domainPattern.test(domain) ? email : null;
}

/** Normalizes a domain of emails, also written as `@example.org` or `*.example.org`. Returns null if it isn't one. */
export function normalizeDomain(raw: string): string | null {
  const text = raw.trim().replace(/^\*?[@.]/, "");
  return text.includes("@") ? null : (normalizeEmail(`x@${text}`)?.slice(2) ?? null);
}

/** The domain of an email and its parent domains, without the top-level domain: "mail.example.org", "example.org". */
export function listDomains(email: string): string[] {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/** What is wrong with an email that has an unsupported character before the @. Null if that isn't what is wrong. */
export function describeUnsupportedEmail(raw: string): string | null {
  const text = raw.trim().normalize("NFKC");
  const at = text.lastIndexOf("@");
  const [character] = /(?![\0-\x7f\p{C}\p{Z}\p{M}])./u.exec(text.slice(0, at)) ?? [];
  const asciiLocal = text.slice(0, at).replace(/[^\0-\x7f\p{C}\p{Z}]+/gu, "x");
  if (character === undefined || normalizeEmail(asciiLocal + text.slice(at)) === null) return null;
  return `must not have characters such as “${character}” before the @, which aren't supported`;
}

/** What is wrong with a text that isn't an email. */
export const describeInvalidEmail = (raw: string): string =>
  describeUnsupportedEmail(raw) ?? "must be a valid email, such as ada@example.org";

/** Returns the value of a decimal digit of any script, whose ten digits are in order and next to each other. */
function digitValue(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value++;
  return String(value);
}

/** Letters that differ in case only become the same one, alone, because a final sigma depends on what is before it. */
const foldCase = (letter: string): string => letter.toLowerCase().toUpperCase().toLowerCase();

/** Returns the letters and digits of a code under compatibility composition and full case folding (Unicode 3.13 and UAX #15). */
function foldCode(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const folded = Array.from(text.normalize("NFKC"), foldCase).join("");
  const letters = folded.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "");
  // The parts of a letter can be next to each other now.
  return letters.normalize("NFKC").replace(/(?![0-9])\p{Nd}/gu, digitValue);
}

/** Returns what identified a code in earlier versions, where `ß` and `ss`, and digits of other scripts, were not the same. */
export const earlierCodeKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

// The server can load this module more than once.
const globals = globalThis as typeof globalThis & { gatehouseAmbiguousCodeKeys?: ReadonlySet<string> };

/** Sets the keys of codes from earlier versions that would now be read like another code. They are still found as they were. */
export function setAmbiguousCodeKeys(keys: readonly string[]): void {
  globals.gatehouseAmbiguousCodeKeys = new Set(keys);
}

/** Normalizes a code to its letters and digits, which identify it however it is entered (docs/interface.md, "Records"). */
export function normalizeCode(text: string): string {
  const ambiguous = globals.gatehouseAmbiguousCodeKeys;
  const earlier = ambiguous?.size ? earlierCodeKey(text) : "";
  return ambiguous?.has(earlier) ? earlier : foldCode(text);
}

const dateTimePattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** Converts a date-time to ISO 8601 in UTC with milliseconds. Without an offset, it's UTC. Returns null if it isn't a valid date-time. */
export function parseDateTime(text: string): string | null {
  const [, year, month, day, hour, minute, second = "00", fraction = "", offset = "Z"] = dateTimePattern.exec(text) ?? [];
  if (!year || !month || !day || !hour || !minute || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, "0").slice(0, 3)),
  );
  const date = new Date(local);
  // `Date.UTC` maps years below 100 to the 20th century.
  if (date.getUTCFullYear() !== Number(year) || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const instant = new Date(local - shift);
  const instantYear = instant.getUTCFullYear();
  return instantYear >= 1900 && instantYear <= 9999 ? instant.toISOString() : null;
}
