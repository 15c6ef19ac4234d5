import { type SQL, sql } from "drizzle-orm";
import { inAscii } from "@/db/schema";
import { beginning, containing } from "./sql";

/** Texts of fewer letters than this are looked for at the beginnings of things: their pieces are in too much to tell anything apart. */
const shortest = 3;

/** Whether a text is looked for at beginnings alone. */
export const isShort = (q: string): boolean => [...q].length < shortest;

/** What `inAscii` makes of a text in the database. */
export const asciiOf = (text: string): string =>
  [...Buffer.from(text, "utf8")]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : byte.toString(8)))
    .join("")
    .replaceAll("\\", "");

/** The condition that `column`, in lower case, has `q` in it, or where that is short, at the beginning of a word. */
export function has(column: SQL, q: string): SQL {
  const text = q.toLowerCase();
  if (!isShort(q)) return sql`${column} like ${containing(text)}`;
  return sql`(${column} like ${beginning(text)} or ${column} like ${beginning(` ${text}`, "%")})`;
}

/** What rows that `has` holds for meet by the index of their pieces; others may meet it too. */
export function mayHave(column: SQL, q: string): SQL {
  const text = asciiOf(q.toLowerCase());
  const found = inAscii(column);
  if (!isShort(q)) return sql`${found} like ${containing(text)}`;
  return sql`(${found} like ${beginning(text)} or ${found} like ${beginning(` ${text}`, "%")})`;
}
