import { countCap, maxPageSize } from "@/contract/limits";
import { isUnreadable } from "@/db/rows";
import { ApiError } from "./api-error";

/** How many match in all, or that they are more than were counted: `10000+`. */
export type Total = number | `${number}+`;

/** What a list answers: one page with where the next begins, or everything in chunks that are read as they are sent. */
export type ListResult<Item> = { page: Item[]; next: string | null; total: Total } | { chunks: AsyncIterable<Item[]> };

/** What of a list's query says how much of it is answered. */
export type PageInput = { limit?: number; cursor?: string; count?: "exact" | "capped" };

/** Where a page begins: the sort columns of the last row of the page before. */
export type Cursor = readonly string[];

export type ListSource<Row, Item> = {
  /** Names the list and its order: a cursor of another is refused. */
  order: string;
  /** The rows after `after`, at most `limit`, in the list's order. */
  rows(after: Cursor | null, limit: number): Promise<Row[]>;
  /** The sort columns of a row. */
  cursor(row: Row): Cursor;
  item(row: Row): Item;
  /** How many rows there are without `limit`; where `most` is given, counted no further than that. */
  total(most?: number): Promise<number>;
};

/** What a cursor that is not of this list and order is refused with. */
export const invalidCursor = (): ApiError =>
  new ApiError("invalid_input", { fields: { cursor: ["must be a cursor that this list gave, in this order"] } });

/** How many sort columns a cursor has is checked by the list itself; its text is opaque to callers. */
function readCursor(text: string, order: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (Array.isArray(value) && value.every((part) => typeof part === "string" && part.isWellFormed() && !part.includes("\0"))) {
      const [named, ...cursor] = value;
      if (named === order && cursor.length > 0) return cursor;
    }
  } catch {}
  throw invalidCursor();
}

const writeCursor = (cursor: Cursor, order: string): string =>
  Buffer.from(JSON.stringify([order, ...cursor]), "utf8").toString("base64url");

async function* streamAll<Row, Item>(source: ListSource<Row, Item>): AsyncGenerator<Item[]> {
  // Each chunk is a query of its own, so a slow reader holds neither a connection nor a snapshot.
  for (let after: Cursor | null = null; ; ) {
    const found: Row[] = await source.rows(after, maxPageSize);
    if (found.length > 0) yield found.map(source.item);
    const last = found.at(-1);
    if (found.length < maxPageSize || last === undefined) return;
    after = source.cursor(last);
  }
}

/** Answers what is named, in chunks that are read as they are sent: in the order named, each once, and without those that are not there. */
export function lookupByKeys<Row, Item>(
  names: readonly string[],
  /** The rows of some, in the order named. */
  source: { rows(names: readonly string[]): Promise<Row[]>; item(row: Row): Item },
): ListResult<Item> {
  const distinct = [...new Set(names)];
  async function* chunks(): AsyncGenerator<Item[]> {
    for (let from = 0; from < distinct.length; from += maxPageSize)
      yield (await source.rows(distinct.slice(from, from + maxPageSize))).map(source.item);
  }
  return { chunks: chunks() };
}

async function countTotal({ count }: PageInput, source: Pick<ListSource<never, unknown>, "total">): Promise<Total> {
  if (count !== "capped") return source.total();
  const counted = await source.total(countCap + 1);
  return counted > countCap ? `${countCap}+` : counted;
}

/** Answers a list as its query asks: one page for `limit` or `cursor`, everything in chunks otherwise. */
export async function paginate<Row, Item>(query: PageInput, source: ListSource<Row, Item>): Promise<ListResult<Item>> {
  if (query.limit === undefined && query.cursor === undefined) return { chunks: streamAll(source) };
  const limit = query.limit ?? 100;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, source.order);
  // A made-up cursor reaches the database as text that is no id, number or date.
  const [found, total] = await Promise.all([source.rows(after, limit + 1), countTotal(query, source)]).catch((error) => {
    throw after !== null && isUnreadable(error) ? invalidCursor() : error;
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    page: page.map(source.item),
    next: found.length > limit && last !== undefined ? writeCursor(source.cursor(last), source.order) : null,
    total,
  };
}
