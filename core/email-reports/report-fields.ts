import { normalizeEmail } from "@/contract/normalize";

/** The fields of a header or of a group of a report, by name in lowercase. */
export type Fields = ReadonlyMap<string, string>;

/** A field of which each recipient has only one, so that a second one is about the next recipient, also without an empty line between. */
const recipientField = /^(original-recipient|final-recipient|action|status)$/;

/** The length from which a field isn't continued. */
const maxLength = 10_000;

/**
 * Reads the groups of fields of a text, which are separated by empty lines. Folded lines are joined. The first of several fields with a name
 * applies.
 */
export function readGroups(text: string): Fields[] {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | null = null;
  let last = "";
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === "") {
      group = null;
      continue;
    }
    const [, name = "", value = ""] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/s.exec(line) ?? [];
    if (/^[ \t]/.test(line) || name === "") {
      const value = group?.get(last) ?? "";
      if (group && last && value.length < maxLength) group.set(last, `${value} ${line.trim()}`.trim());
      continue;
    }
    const key = name.toLowerCase();
    const isRepeated = group?.has(key) ?? false;
    if (group === null || (isRepeated && recipientField.test(key))) {
      group = new Map();
      groups.push(group);
    }
    // Continuation lines of a repeated field are dropped with it.
    last = group.has(key) ? "" : key;
    if (last) group.set(last, value.trim());
  }
  return groups;
}

/** Reads the header fields at the start of a message. */
export const readHeader = (text: string): Fields => readGroups(text.trimStart())[0] ?? new Map();

/** Returns the email in a text such as `Ada Lovelace <ada@example.org>` or `<ada@example.org>`. */
export const mailboxEmail = (text: string): string => (/<([^<>]*)>[^<>]*$/.exec(text)?.[1] ?? text).trim();

/** Returns the email in a field such as `rfc822; <ada@example.org>` or `utf-8; ad\x{E1}@example.org` (RFC 6533). Null if it has no usable one. */
export function readAddress(value: string | undefined): string | null {
  if (value === undefined) return null;
  const address = value.replace(/^[\w-]+[ \t]*;/, "").replace(/\\x\{([\da-f]{1,6})\}/gi, (escaped, hex: string) => {
    const codePoint = Number.parseInt(hex, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : escaped;
  });
  return normalizeEmail(mailboxEmail(address));
}
