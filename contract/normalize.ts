// How what people and programs write is read; the schemas of the fields say so too.

const localPartPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const internationalDomainPattern = /^[\p{L}\p{M}\p{N}.-]+$/u;
// Variation selectors and the like, which a domain would lose on its way to ASCII.
const ignorableCharacter = /\p{Default_Ignorable_Code_Point}/u;

/** A domain in ASCII and lower case; "" where it is none that has an ASCII form. */
export function asciiDomain(domain: string): string {
  if (/^[\0-\x7f]*$/.test(domain) && !/(^|\.)xn--/.test(domain)) return domain;
  if (!internationalDomainPattern.test(domain) || ignorableCharacter.test(domain)) return "";
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return "";
  }
}

/** The one form of an e-mail address that identifies a lead (decisions.md §2), or null where it is not one plain address. */
export function normalizeEmail(raw: string): string | null {
  if (raw.length > 1000 || !raw.isWellFormed()) return null;
  const text = raw.trim().normalize("NFKC").toLowerCase();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  const address = `${local}@${domain}`;
  const isValidLength = at > 0 && local.length <= 64 && address.length <= 254;
  return isValidLength && localPartPattern.test(local) && domainPattern.test(domain) ? address : null;
}

/** An entry of the block list, as it is kept: an address, or a domain, however it is written (`@example.org`, `*.example.org`); null where `raw` is neither. */
export function parseBlockListEntry(raw: string): string | null {
  const text = raw.trim().replace(/^\*?[@.]/, "");
  if (text.includes("@")) return normalizeEmail(text);
  return normalizeEmail(`x@${text}`)?.slice(2) ?? null;
}

/** A sender as mail programs write it, `Name <address>` or an address alone, in its two parts; neither is checked. */
export function parseSender(text: string): { name: string; address: string } {
  const [, name = "", address = text] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: address.trim() };
}

/** A sender in its one form, or null where it is none: a name without what mail programs would misread, and one plain address. */
export function normalizeSender(text: string): string | null {
  const { name, address } = parseSender(text);
  const email = normalizeEmail(address);
  const displayName = name.normalize("NFC").replace(/\s+/g, " ").trim();
  if (email === null || /[<>"\\\p{Cc}\p{Cf}]/u.test(displayName)) return null;
  return displayName === "" ? email : `${displayName} <${email}>`;
}

/** A code's identity: its letters and digits, lower-cased. Case, spaces, hyphens and underscores do not matter. */
export function normalizeCode(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const dateTimePattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** A date-time as ISO 8601 in UTC with milliseconds, or null where `text` is no date-time. Without an offset it is UTC. */
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
  // Date.UTC takes a year below 100 for one of the last century.
  if (date.getUTCFullYear() !== Number(year) || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const instant = new Date(local - shift);
  const instantYear = instant.getUTCFullYear();
  return instantYear >= 1900 && instantYear <= 9999 ? instant.toISOString() : null;
}
