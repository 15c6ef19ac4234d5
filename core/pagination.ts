import { type Query, type SQL, sql } from "drizzle-orm";
import type { ExportColumn } from "@/contract/export-columns";
import { countCap, maxPageSize } from "@/contract/limits";
import { type Database, poolOf } from "@/db/client";
import { buildStatement, forEachRow, isInvalidValue, runStatement } from "@/db/query";
import { withoutRequestLimit } from "@/db/request-limit";
import { ApiError } from "./api-error";
import { type Context, isTransaction } from "./context";
import { fetchTotal, hasWords } from "./sql";

/** The number of matching rows; `10000+` if counting stopped there. */
type Total = number | `${number}+`;

/** All items of a list, in chunks that are read while they are sent. Each item is converted as soon as it is read, and not kept. */
type ReadAll<Item> = <Converted>(convert: (item: Item) => Converted) => AsyncGenerator<Converted[]>;

/** One page and the cursor of the next, or all items. */
export type ListResult<Item> = (
  | { page: Item[]; next: string | null; total: Total }
  | {
      readAll: ReadAll<Item>;
      /** Counts all items, if that is faster than reading them. */
      count?: () => Promise<number>;
    }
) & {
  /** The name of the exported file without its extension, if it depends on the list. */
  fileName?: string;
  /** The columns of an exported file that depend on the project, after the others. */
  addedColumns?: readonly ExportColumn[];
};

/** Returns a list that was requested with `limit` or `cursor` as the page that it is. */
export function asPage<Item>(list: ListResult<Item>): Extract<ListResult<Item>, { page: Item[] }> {
  if (!("page" in list)) throw new Error("A page of a list needs a limit");
  return list;
}

/** Items, and the fields beside them in the reply (`beside` of the endpoint). */
export class ReplyWithFields<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly fields: Readonly<Record<string, unknown>>,
  ) {}
}

/** The part of a list's query that selects a page. */
export type PageParams = { limit?: number; cursor?: string; count?: "exact" | "capped" };

/** The sort columns of the last row of a page. The next page starts after it. */
export type Cursor = readonly string[];

export type ListSource<Row, Item> = {
  /** The name of the list and its order. Cursors of other lists and orders are rejected. */
  order: string;
  /** Up to `limit` rows after `after`, in the list's order: a query, or the rows if it takes more than one. */
  rows(after: Cursor | null, limit: number): SQL | Promise<Row[]>;
  /** Returns the sort columns of a row. */
  cursor(row: Row): Cursor;
  toRecord(row: Row): Item;
  /** A query for the number of all rows, up to `maxCount`, as `total`. */
  count(maxCount?: number): SQL;
};

/** The error for a cursor of another list or order. */
export const invalidCursor = (): ApiError =>
  new ApiError("invalid_input", { fields: { cursor: ["must be a cursor that this list returned for the same sort order"] } });

/** The caller checks the number of sort columns. */
function readCursor(text: string, order: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (Array.isArray(value) && value.every((part) => typeof part === "string" && part.isWellFormed() && !part.includes("\0"))) {
      const [cursorOrder, ...cursor] = value;
      if (cursorOrder === order && cursor.length > 0) return cursor;
    }
  } catch {}
  throw invalidCursor();
}

const writeCursor = (cursor: Cursor, order: string): string =>
  Buffer.from(JSON.stringify([order, ...cursor]), "utf8").toString("base64url");

async function* streamAll<Row, Item, Converted>(
  db: Database,
  source: ListSource<Row, Item>,
  convert: (item: Item) => Converted,
): AsyncGenerator<Converted[]> {
  // One query per chunk, so that a slow reader holds neither a connection nor a snapshot.
  const readChunk = async (after: Cursor | null) => {
    const chunk: Converted[] = [];
    let last: Row | undefined;
    const add = (row: Row) => {
      chunk.push(convert(source.toRecord(row)));
      last = row;
    };
    const rows = source.rows(after, maxPageSize);
    if (rows instanceof Promise) (await rows).forEach(add);
    else await forEachRow(db, rows, add);
    return { chunk, next: last === undefined || chunk.length < maxPageSize ? null : source.cursor(last) };
  };
  for (let reading = readChunk(null); ; ) {
    const { chunk, next } = await reading;
    // The database reads the next chunk while this one is sent. It is sent after the request, whose limit must not apply.
    if (next !== null) reading = withoutRequestLimit(() => readChunk(next));
    // An error is thrown when the chunk is needed, or never if the reader stops before.
    reading.catch(() => {});
    if (chunk.length > 0) yield chunk;
    if (next === null) return;
  }
}

/** Returns the items of chunks that are read by a function of the list. */
export const readAllFrom = <Item>(readChunks: () => AsyncIterable<Item[]> | Iterable<Item[]>): ReadAll<Item> =>
  async function* (convert) {
    for await (const chunk of readChunks()) yield chunk.map(convert);
  };

/** Looks up rows by their keys and returns them in chunks: in the order of the keys, without duplicates and without those that don't exist. */
export function lookupByKeys<Row, Item>(
  keys: readonly string[],
  /** `rows` returns the rows of some keys, in that order. */
  source: { rows(keys: readonly string[]): Promise<Row[]>; toRecord(row: Row): Item },
): ListResult<Item> {
  const distinctKeys = [...new Set(keys)];
  const readAll: ReadAll<Item> = async function* (convert) {
    for (let start = 0; start < distinctKeys.length; start += maxPageSize) {
      const rows = await source.rows(distinctKeys.slice(start, start + maxPageSize));
      yield rows.map((row) => convert(source.toRecord(row)));
    }
  };
  return { readAll };
}

/**
 * What a statement sees: the transactions that are finished. It differs after every transaction that wrote something, and after a restart or
 * failover of the database.
 */
const snapshot = sql`pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`;

/** The statements of a page, and the last total with the snapshot that it was counted in. */
type PageStatements = { rows: Query; count: Query; counted?: { total: number; snapshot: string } };

const statementsByPool = new WeakMap<object, Map<string, PageStatements>>();
const maxCachedPages = 1000;

/** How many rows a page reads. A few sizes only, because PostgreSQL plans each of them. */
const readSizes = [11, 21, 26, 51, 101, 201, 501, maxPageSize + 1];

/** The number of rows to read for a page, at least one more than it shows. */
const readSize = (limit: number): number => readSizes.find((size) => size > limit) ?? maxPageSize + 1;

/**
 * Returns one page if the query has `limit` or `cursor`, otherwise all items in chunks. `query` must hold everything that the statements of
 * `source` depend on, apart from the project: they are built once, and rows aren't counted again before something has been written. A search
 * without letters or digits finds nothing.
 */
export async function paginate<Row, Item>(
  { db, projectId }: Pick<Context, "db" | "projectId">,
  query: PageParams & Record<string, unknown>,
  source: ListSource<Row, Item>,
): Promise<ListResult<Item>> {
  const isPage = query.limit !== undefined || query.cursor !== undefined;
  const findsNothing = typeof query.q === "string" && query.q !== "" && !hasWords(query.q);
  if (findsNothing) return isPage ? { page: [], next: null, total: 0 } : { readAll: readAllFrom(() => []) };
  if (!isPage) return { readAll: (convert) => streamAll(db, source, convert), count: () => fetchTotal(db, source.count()) };
  const { limit = 100, count } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, source.order);
  const isCapped = count === "capped";
  const key = JSON.stringify([projectId, source.order, query]);
  const { rows, total } = await readPage(db, key, {
    select: () => source.rows(after, readSize(limit)),
    count: () => source.count(isCapped ? countCap + 1 : undefined),
  }).catch((error) => {
    // The values of a forged cursor may not be valid ids, numbers or dates, which the database reports.
    throw after !== null && isInvalidValue(error) ? invalidCursor() : error;
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    page: page.map(source.toRecord),
    next: rows.length > limit && last !== undefined ? writeCursor(source.cursor(last), source.order) : null,
    total: isCapped && total > countCap ? `${countCap}+` : total,
  };
}

/** Reads a page and the total, with the statements of an earlier request with the same `key` if there was one. */
async function readPage<Row>(
  db: Database,
  key: string,
  { select, count }: { select: () => SQL | Promise<Row[]>; count: () => SQL },
): Promise<{ rows: Row[]; total: number }> {
  const cache = statementsByPool.get(poolOf(db)) ?? new Map<string, PageStatements>();
  statementsByPool.set(poolOf(db), cache);
  let statements = cache.get(key);
  if (!statements) {
    const selected = select();
    if (selected instanceof Promise) {
      const [rows, total] = await Promise.all([selected, fetchTotal(db, count())]);
      return { rows, total };
    }
    statements = {
      // The page tells its snapshot, so that an unchanged total takes no statement of its own.
      rows: buildStatement(sql`select *, (select ${snapshot}) as snapshot from (${selected}) as page`),
      count: buildStatement(sql`select total, ${snapshot} as snapshot from (${count()}) as counted`),
    };
    if (cache.size >= maxCachedPages) cache.clear();
    // A transaction's snapshot doesn't tell its own changes.
    if (!isTransaction(db)) cache.set(key, statements);
  }
  const rows = runStatement<Row & { snapshot: string }>(db, statements.rows);
  const [foundRows, total] = await Promise.all([rows, currentTotal(db, statements, rows)]);
  return { rows: foundRows, total };
}

/** Returns the last total if it was counted in the snapshot of the page. Otherwise counts. */
async function currentTotal(db: Database, statements: PageStatements, rows: Promise<{ snapshot: string }[]>): Promise<number> {
  const { counted } = statements;
  if (counted && (await rows)[0]?.snapshot === counted.snapshot) return counted.total;
  const [row] = await runStatement<{ total: string; snapshot: string }>(db, statements.count);
  const total = Number(row?.total ?? 0);
  // A condition on the time can change the total although nothing was written.
  if (row && !statements.count.sql.includes("now()")) statements.counted = { total, snapshot: row.snapshot };
  return total;
}
