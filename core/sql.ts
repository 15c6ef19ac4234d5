import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { escapeNonAscii } from "@/db/schema/search";
import { foldText } from "@/lib/fold-text";
import { minIdAt } from "@/lib/ids";

export const joinAnd = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` and `);

/** The `limit` clause of a query; none without a limit. */
export const limitClause = (limit: number | SQL | undefined): SQL => (limit === undefined ? sql`` : sql`limit ${limit}`);

/**
 * A query that counts the rows of `query` as `total`, up to `maxCount`. It stops counting there, so it takes the same time however many
 * there are.
 */
export const cappedCount = (query: SQL, maxCount?: number): SQL =>
  sql`select count(*) as total from (select from (${query}) as matching_rows ${limitClause(maxCount)}) as counted`;

/** A query that counts the rows of `from` that meet all conditions as `total`, up to `maxCount`. */
export const countQuery = (from: SQL, conditions: readonly SQL[], maxCount?: number): SQL =>
  cappedCount(sql`select from ${from} where ${joinAnd(conditions)}`, maxCount);

/** Counts the rows of `from` that meet all conditions, up to `maxCount`. */
export const countRows = (db: Database, from: SQL, conditions: readonly SQL[], maxCount?: number): Promise<number> =>
  fetchTotal(db, countQuery(from, conditions, maxCount));

/** Runs a query that returns one number as `total`. */
export async function fetchTotal(db: Database, query: SQL): Promise<number> {
  const [row] = await queryRows<{ total: string }>(db, query);
  return Number(row?.total ?? 0);
}

/** A `like` pattern for texts that contain `text`. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** A `like` pattern for texts that start with `text`, or with the pattern `prefix` followed by `text`. */
const prefixPattern = (text: string, prefix = ""): string => `${prefix}${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The condition that `column`, which has the collation "C", starts with `text`. It's a range, so that every query plan can use an index.
 * The range has no upper bound if there is no next character.
 */
export function startsWith(column: SQL, text: string): SQL {
  const characters = [...text];
  const lastCodePoint = characters.pop()?.codePointAt(0) ?? 0;
  // Skips the surrogates, which aren't characters.
  const nextCodePoint = lastCodePoint === 0xd7ff ? 0xe000 : lastCodePoint + 1;
  const upperBound = nextCodePoint > 0x10ffff ? null : characters.join("") + String.fromCodePoint(nextCodePoint);
  return upperBound === null ? sql`${column} >= ${text}` : sql`(${column} >= ${text} and ${column} < ${upperBound})`;
}

/** How far the time in an id (clock of the process) and the creation time of its row (clock of the database) may differ. */
const clockSkewMs = 10 * 60_000;

/** The lowest id that a row created at or after `since` can have. */
export const minIdSince = (since: string): SQL => sql`${minIdAt(Date.parse(since) - clockSkewMs)}::uuid`;

/** An id above those of all rows created before `until`. */
export const idAfter = (until: string): SQL => sql`${minIdAt(Date.parse(until) + clockSkewMs)}::uuid`;

/** Texts as one parameter, to select from: rows `items` with the columns `item` and `position` (from 1). */
export const jsonItems = (texts: readonly string[]): SQL =>
  sql`jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as items (item, position)`;

/** Texts for an `in` condition. As rows, because without an index an array would be compared item by item. */
export const itemsIn = (texts: readonly string[]): SQL => sql`(select item from ${jsonItems(texts)})`;

/** IDs for an `in` condition. */
export const uuidsIn = (ids: readonly string[]): SQL => sql`(select item::uuid from ${jsonItems(ids)})`;

/** Selects the actor's name for rows with `actor_kind` and `actor_id`. Removed staff members keep their names. */
export const selectActorName = (row: SQL): SQL => sql`case
    when ${row}.actor_kind = 'staff' then (select member.name from staff member where member.project_id = ${row}.project_id and member.id::text = ${row}.actor_id)
    when ${row}.actor_kind in ('secret_key', 'public_key') then (select key.name from api_keys key where key.project_id = ${row}.project_id and key.id::text = ${row}.actor_id)
  end`;

/** Shorter texts only match the start of words: their trigrams are in too many texts for an index to help. */
const minSearchLength = 3;

/** A search as it is compared with texts. A search of nothing but accents keeps them, because without them it would find everything. */
export const foldSearch = (q: string): string => foldText(q) || q.toLowerCase();

/** Two characters of Chinese, Japanese or Korean, whose names are that short. Each has three bytes, so that an index does help. */
const longCharacters = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;

/** Whether a search is so short that it only matches the start of words. */
export function isShortSearch(q: string): boolean {
  const text = foldSearch(q);
  return [...text].length < minSearchLength && !longCharacters.test(text);
}

/** Whether a search has letters or digits. The others find nothing, because no index helps with them. */
export const hasWords = (q: string): boolean => /[\p{L}\p{N}]/u.test(foldSearch(q));

/** A condition for a search, or false if it has neither letters nor digits, so that PostgreSQL reads nothing. */
const ifWords = (q: string, condition: SQL): SQL => (hasWords(q) ? condition : sql`false`);

/** The same result as `escapeNonAscii` in the database. */
const toAscii = (text: string): string =>
  [...Buffer.from(text, "utf8")]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : byte.toString(8)))
    .join("")
    .replaceAll("\\", "");

const textPattern = (column: SQL, text: string, isShort: boolean): SQL =>
  isShort
    ? sql`(${column} like ${prefixPattern(text)} or ${column} like ${prefixPattern(` ${text}`, "%")})`
    : sql`${column} like ${containsPattern(text)}`;

/** The condition that a folded `column` contains `q`, or for a short search, that one of its words starts with `q`. */
export const containsText = (column: SQL, q: string): SQL => ifWords(q, textPattern(column, foldSearch(q), isShortSearch(q)));

/** The condition that an email contains `q`. Emails are in ASCII and lowercase, so that folding them only replaces one character. */
export const emailContains = (column: SQL, q: string): SQL =>
  ifWords(q, sql`replace(${column}, '\`', '''''') like ${containsPattern(foldSearch(q))}`);

/** A condition that the trigram index can answer. It holds for every row that `containsText` holds for, and for some others. */
export const mayContainText = (column: SQL, q: string): SQL =>
  ifWords(q, textPattern(escapeNonAscii(column), toAscii(foldSearch(q)), isShortSearch(q)));
