import { randomInt } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { adjectives, nouns } from "@/contract/code-words";
import type { CodeType } from "@/contract/codes";
import { alphanumericAlphabet } from "@/lib/ids";

/** A format numbers its codes from 0 to `size` - 1, in TypeScript and in SQL. A test compares the two. */
export type Format = {
  /** What errors call it. Defaults to `type`. */
  kind?: "pattern";
  size: number;
  at(index: number): string;
  /** Draws a code uniformly; by its number if not given. */
  draw?: () => string;
  /** The same as `at` in SQL, for the bigint column `i`. */
  atSql: SQL;
  /** The condition that a code `c` of any type looks like this format. */
  occupies: SQL;
};

const alphanumericLength = 6;

const letterSql = (position: number): SQL =>
  sql`substr(${sql.raw(`'${alphanumericAlphabet}'`)}, (i / ${sql.raw(String(alphanumericAlphabet.length ** (alphanumericLength - 1 - position)))} % ${sql.raw(String(alphanumericAlphabet.length))})::int + 1, 1)`;

const wordArray = (words: readonly string[]): SQL => sql.raw(`(string_to_array('${words.join(" ")}', ' '))`);

export const formats: Readonly<Record<CodeType, Format>> = {
  creative: {
    size: adjectives.length * nouns.length,
    at: (index) => `${adjectives[Math.floor(index / nouns.length)]}-${nouns[index % nouns.length]}`,
    atSql: sql`a.words[(i / ${sql.raw(String(nouns.length))})::int + 1] || '-' || n.words[(i % ${sql.raw(String(nouns.length))})::int + 1]`,
    occupies: sql`c.type = 'creative'`,
  },
  alphanumeric: {
    size: alphanumericAlphabet.length ** alphanumericLength,
    at(index) {
      let text = "";
      for (
        let rest = index, position = 0;
        position < alphanumericLength;
        position++, rest = Math.floor(rest / alphanumericAlphabet.length)
      ) {
        text = alphanumericAlphabet[rest % alphanumericAlphabet.length] + text;
      }
      return text;
    },
    atSql: sql.join(
      Array.from({ length: alphanumericLength }, (_, position) => letterSql(position)),
      sql` || `,
    ),
    occupies: sql`length(c.key) = ${sql.raw(String(alphanumericLength))} and c.key ~ ${sql.raw(`'^[${alphanumericAlphabet}]*$'`)}`,
  },
  numeric: {
    size: 1_000_000,
    at: (index) => String(index).padStart(6, "0"),
    atSql: sql`lpad(i::text, 6, '0')`,
    // The bounds limit the count to the part of the primary key that starts with a digit.
    occupies: sql`c.key >= '0' and c.key < ':' and c.key ~ '^[0-9]{6}$'`,
  },
};

/** The tables that `atSql` needs. */
export const wordTables: SQL = sql`(select ${wordArray(adjectives)} as words) a, (select ${wordArray(nouns)} as words) n`;

/** Draws a code uniformly with the operating system's random numbers. */
export const drawCode = (format: Format): string => format.draw?.() ?? format.at(randomInt(format.size));
