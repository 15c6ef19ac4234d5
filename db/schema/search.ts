import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A text in ASCII: every byte of a letter beyond it as three octal digits. Trigrams are made of the letters and digits that the
 * database's locale knows, and the embedded one's knows only those of ASCII.
 */
export const inAscii = (text: SQLWrapper): SQL =>
  sql`replace(encode(decode(replace(${text}, '\\', '\\\\'), 'escape'), 'escape'), '\\', '')`;

/** An index's part by which texts are found by any piece of them. */
export const found = (text: SQLWrapper): SQL => sql`(${inAscii(text)}) gin_trgm_ops`;
