import { countCap, maxPageSize } from "@/contract/limits";
import { isInvalidValue } from "@/db/query";
import { ApiError } from "./api-error";

/** The number of matching rows; `10000+` if counting stopped there. */
export type Total = number | `${number}+`;

/** One page and the cursor of the next, or all items in chunks that are read while they are sent. */
export type ListResult<Item> = { page: Item[]; next: string | null; total: Total } | { chunks: AsyncIterable<Item[]> };

/** The part of a list's query that selects a page. */
export type PageParams = { limit?: number; cursor?: string; count?: "exact" | "capped" };

/** The sort columns of the last row of a page. The next page starts after it. */
export type Cursor = readonly string[];

export type ListSource<Row, Item> = {
  /** The name of the list and its order. Cursors of other lists and orders are rejected. */
  order: string;
  /** Returns up to `limit` rows after `after`, in the list's order. */
  rows(after: Cursor | null, limit: number): Promise<Row[]>;
  /** Returns the sort columns of a row. */
  cursor(row: Row): Cursor;
  toRecord(row: Row): Item;
  /** Counts all rows, up to `maxCount`. */
  total(maxCount?: number): Promise<number>;
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

async function* streamAll<Row, Item>(source: ListSource<Row, Item>): AsyncGenerator<Item[]> {
  // One query per chunk, so that a slow reader holds neither a connection nor a snapshot.
  for (let after: Cursor | null = null; ; ) {
    const chunk: Row[] = await source.rows(after, maxPageSize);
    if (chunk.length > 0) yield chunk.map(source.toRecord);
    const last = chunk.at(-1);
    if (chunk.length < maxPageSize || last === undefined) return;
    after = source.cursor(last);
  }
}

/** Looks up rows by their keys and returns them in chunks: in the order of the keys, without duplicates and without those that don't exist. */
export function lookupByKeys<Row, Item>(
  keys: readonly string[],
  /** `rows` returns the rows of some keys, in that order. */
  source: { rows(keys: readonly string[]): Promise<Row[]>; toRecord(row: Row): Item },
): ListResult<Item> {
  const distinctKeys = [...new Set(keys)];
  async function* chunks(): AsyncGenerator<Item[]> {
    for (let start = 0; start < distinctKeys.length; start += maxPageSize)
      yield (await source.rows(distinctKeys.slice(start, start + maxPageSize))).map(source.toRecord);
  }
  return { chunks: chunks() };
}

async function countTotal({ count }: PageParams, source: Pick<ListSource<never, unknown>, "total">): Promise<Total> {
  if (count !== "capped") return source.total();
  const total = await source.total(countCap + 1);
  return total > countCap ? `${countCap}+` : total;
}

/** Returns one page if the query has `limit` or `cursor`, otherwise all items in chunks. */
export async function paginate<Row, Item>(query: PageParams, source: ListSource<Row, Item>): Promise<ListResult<Item>> {
  if (query.limit === undefined && query.cursor === undefined) return { chunks: streamAll(source) };
  const limit = query.limit ?? 100;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, source.order);
  // The values of a forged cursor may not be valid ids, numbers or dates, which the database reports.
  const [foundRows, total] = await Promise.all([source.rows(after, limit + 1), countTotal(query, source)]).catch((error) => {
    throw after !== null && isInvalidValue(error) ? invalidCursor() : error;
  });
  const page = foundRows.slice(0, limit);
  const last = page.at(-1);
  return {
    page: page.map(source.toRecord),
    next: foundRows.length > limit && last !== undefined ? writeCursor(source.cursor(last), source.order) : null,
    total,
  };
}
