import { type SQL, sql } from "drizzle-orm";
import { escapeNonAscii } from "@/db/schema";
import { containsPattern, prefixPattern } from "./sql";

/** Shorter texts only match the start of words: their trigrams are in too many texts for an index to help. */
const minSearchLength = 3;

/** Whether a search is so short that it only matches the start of words. */
export const isShortSearch = (q: string): boolean => [...q].length < minSearchLength;

/** The same result as `escapeNonAscii` in the database. */
export const toAscii = (text: string): string =>
  [...Buffer.from(text, "utf8")]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : byte.toString(8)))
    .join("")
    .replaceAll("\\", "");

/** The condition that a lower-case `column` contains `q`, or for a short search, that one of its words starts with `q`. */
export function containsText(column: SQL, q: string): SQL {
  const text = q.toLowerCase();
  if (!isShortSearch(q)) return sql`${column} like ${containsPattern(text)}`;
  return sql`(${column} like ${prefixPattern(text)} or ${column} like ${prefixPattern(` ${text}`, "%")})`;
}

/** A condition that the trigram index can answer. It holds for every row that `containsText` holds for, and for some others. */
export function mayContainText(column: SQL, q: string): SQL {
  const text = toAscii(q.toLowerCase());
  const expression = escapeNonAscii(column);
  if (!isShortSearch(q)) return sql`${expression} like ${containsPattern(text)}`;
  return sql`(${expression} like ${prefixPattern(text)} or ${expression} like ${prefixPattern(` ${text}`, "%")})`;
}
