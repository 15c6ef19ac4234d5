import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Escapes a text to ASCII: each byte of a non-ASCII character becomes three octal digits. Trigrams consist of the letters and digits
 * that the database's locale knows, and the embedded database's locale knows only ASCII.
 */
export const escapeNonAscii = (text: SQLWrapper): SQL =>
  sql`replace(encode(decode(replace(${text}, '\\', '\\\\'), 'escape'), 'escape'), '\\', '')`;

/** The index column that finds a text by any substring. */
export const trigramIndexColumn = (text: SQLWrapper): SQL => sql`(${escapeNonAscii(text)}) gin_trgm_ops`;
