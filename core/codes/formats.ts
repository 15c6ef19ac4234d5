import { randomInt } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { adjectives, nouns } from "@/contract/code-words";
import type { CodeType } from "@/contract/codes";

/** Lower-case letters and digits without vowels and look-alikes: no code spells a word or reads two ways (decisions.md §3). */
export const alphanumericAlphabet = "bcdfghjkmnpqrstvwxyz23456789";

/** A format numbers all its codes from 0 to `size` - 1, in TypeScript and in SQL alike; a test holds the two together. */
export type Format = {
  size: number;
  at(index: number): string;
  /** The same over the column `i` of bigint. */
  inSql: SQL;
  /** Which stored codes `c` lie in this format's space, whatever type they were made as. */
  occupies: SQL;
};

const alphanumericLength = 6;

const letterSql = (place: number): SQL =>
  sql`substr(${sql.raw(`'${alphanumericAlphabet}'`)}, (i / ${sql.raw(String(alphanumericAlphabet.length ** (alphanumericLength - 1 - place)))} % ${sql.raw(String(alphanumericAlphabet.length))})::int + 1, 1)`;

const wordArray = (words: readonly string[]): SQL => sql.raw(`(string_to_array('${words.join(" ")}', ' '))`);

export const formats: Readonly<Record<CodeType, Format>> = {
  creative: {
    size: adjectives.length * nouns.length,
    at: (index) => `${adjectives[Math.floor(index / nouns.length)]}-${nouns[index % nouns.length]}`,
    inSql: sql`a.words[(i / ${sql.raw(String(nouns.length))})::int + 1] || '-' || n.words[(i % ${sql.raw(String(nouns.length))})::int + 1]`,
    occupies: sql`c.type = 'creative'`,
  },
  alphanumeric: {
    size: alphanumericAlphabet.length ** alphanumericLength,
    at(index) {
      let text = "";
      for (let rest = index, place = 0; place < alphanumericLength; place++, rest = Math.floor(rest / alphanumericAlphabet.length)) {
        text = alphanumericAlphabet[rest % alphanumericAlphabet.length] + text;
      }
      return text;
    },
    inSql: sql.join(
      Array.from({ length: alphanumericLength }, (_, place) => letterSql(place)),
      sql` || `,
    ),
    occupies: sql`length(c.key) = ${sql.raw(String(alphanumericLength))} and c.key ~ ${sql.raw(`'^[${alphanumericAlphabet}]*$'`)}`,
  },
  numeric: {
    size: 1_000_000,
    at: (index) => String(index).padStart(6, "0"),
    inSql: sql`lpad(i::text, 6, '0')`,
    // The bounds let the count read only the part of the primary key that begins with a digit.
    occupies: sql`c.key >= '0' and c.key < ':' and c.key ~ '^[0-9]{6}$'`,
  },
};

/** The tables that `inSql` reads beside the column `i`. */
export const wordTables: SQL = sql`(select ${wordArray(adjectives)} as words) a, (select ${wordArray(nouns)} as words) n`;

/** A code drawn evenly from the whole format by the operating system's generator. */
export const drawCode = (format: Format): string => format.at(randomInt(format.size));
