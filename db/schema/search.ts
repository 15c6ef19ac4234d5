import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { decomposedPunctuation, foldedCharacters, foldedLetters } from "@/lib/fold-text";

/**
 * Escapes a text to ASCII: each byte of a non-ASCII character becomes three octal digits. Trigrams consist of the letters and digits
 * that the database's locale knows, and the embedded database's locale knows only ASCII.
 */
export const escapeNonAscii = (text: SQLWrapper): SQL =>
  sql`replace(encode(decode(replace(${text}, '\\', '\\\\'), 'escape'), 'escape'), '\\', '')`;

/** The index column that finds a text by any substring. */
export const trigramIndexColumn = (text: SQLWrapper): SQL => sql`(${escapeNonAscii(text)}) gin_trgm_ops`;

/** A text as a literal in ASCII, so that accents can't be changed by accident. */
function literal(text: string): SQL {
  const toEscape = (character: string) => `\\${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return sql.raw(`U&'${text.replace(/[^\0-\x7f]/g, toEscape).replaceAll("'", "''")}'`);
}

const replaceAll = (text: SQL, replacements: typeof foldedCharacters): SQL =>
  replacements.reduce(
    (replaced, [pattern, replacement]) => sql`regexp_replace(${replaced}, ${sql.raw(`'${pattern}'`)}, ${literal(replacement)}, 'g')`,
    text,
  );

/**
 * The same result as `foldText` of `lib/fold-text.ts`, with the collation "C". Only functions that every PostgreSQL has and that a generated
 * column may use. Texts in ASCII, which are most, take the short path.
 */
export function foldText(text: SQLWrapper): SQL {
  const ascii = sql`replace(lower(${text} collate "C"), '\`', '''')`;
  const decomposed = sql`lower(normalize(${replaceAll(sql`${text} collate "C"`, decomposedPunctuation)}, NFKD) collate "und-x-icu") collate "C"`;
  const folded = sql`translate(${replaceAll(decomposed, foldedCharacters)}, ${literal(foldedLetters.from)}, ${literal(foldedLetters.to)})`;
  return sql`(case when octet_length(${text}) = char_length(${text}) then ${ascii} else normalize(${folded}, NFC) end)`;
}
