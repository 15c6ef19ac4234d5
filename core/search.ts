import { type SQL, sql } from "drizzle-orm";
import { escapeNonAscii } from "@/db/schema";
import { prefixPattern, containsPattern } from "./sql";

/** Texts of fewer letters than this are looked for at the beginnings of things: their pieces are in too much to tell anything apart. */
const minSearchLength = 3;

/** Whether a text is looked for at beginnings alone. */
export const isShortSearch = (q: string): boolean => [...q].length < minSearchLength;

/** What `escapeNonAscii` makes of a text in the database. */
export const toAscii = (text: string): string =>
  [...Buffer.from(text, "utf8")]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : byte.toString(8)))
    .join("")
    .replaceAll("\\", "");

/** The condition that `column`, in lower case, has `q` in it, or where that is short, at the beginning of a word. */
export function containsText(column: SQL, q: string): SQL {
  const text = q.toLowerCase();
  if (!isShortSearch(q)) return sql`${column} like ${containsPattern(text)}`;
  return sql`(${column} like ${prefixPattern(text)} or ${column} like ${prefixPattern(` ${text}`, "%")})`;
}

/** What rows that `has` holds for meet by the index of their pieces; others may meet it too. */
export function mayContainText(column: SQL, q: string): SQL {
  const text = toAscii(q.toLowerCase());
  const found = escapeNonAscii(column);
  if (!isShortSearch(q)) return sql`${found} like ${containsPattern(text)}`;
  return sql`(${found} like ${prefixPattern(text)} or ${found} like ${prefixPattern(` ${text}`, "%")})`;
}
