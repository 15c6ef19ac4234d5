import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listBatchesEndpoint } from "@/contract/batches";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { afterCursor, firstMatches, type ListOrder, orderBy, scanLimits, unindexed } from "../sort-order";
import { cappedCount, containsPattern, foldSearch, hasWords, isShortSearch, joinAnd, limitClause, mayContainText } from "../sql";

export type BatchFilter = Pick<z.output<NonNullable<typeof listBatchesEndpoint.query>>, "q" | "type" | "paused">;

export type BatchSort = "created" | "name";

// The collation of the index.
const name = sql`b.name collate "und-x-icu"`;

const sortColumns: Readonly<Record<BatchSort, ListOrder["columns"]>> = {
  created: [{ expression: sql`b.id`, type: "uuid" }],
  name: [
    { expression: name, type: "text" },
    { expression: sql`b.id`, type: "uuid" },
  ],
};

export const batchOrder = (sort: BatchSort, descending: boolean): ListOrder => ({ columns: sortColumns[sort], descending });

const batchPosition = sql`b.id, b.name`;

/** The conditions of a filter: those by which an index can be read, and the others. */
const filterConditions = ({ type, paused, q }: BatchFilter) => ({
  indexed: [...(type ? [sql`b.type = ${type}`] : []), ...(paused ? [sql`b.paused_at is not null`] : [])],
  others: [...(paused === false ? [sql`b.paused_at is null`] : []), ...(q ? [nameContains(q)] : [])],
});

/** Batches that match a filter, read from the index by creation, type or pause. */
function batchListQuery(
  ctx: Context,
  filter: BatchFilter,
  { order, after = null, limit }: { order?: ListOrder; after?: Cursor | null; limit?: number } = {},
): SQL {
  const { indexed, others } = filterConditions(filter);
  const inProject = sql`b.project_id = ${ctx.projectId}`;
  const conditions = [inProject, ...indexed, ...(order ? afterCursor(order, after) : []), ...unindexed(others)];
  return sql`select ${batchPosition} from batches b where ${joinAnd(conditions)}
    order by ${orderBy(order ?? batchOrder("created", true))} ${limitClause(limit)}`;
}

const nameContains = (q: string): SQL => (hasWords(q) ? sql`b.search like ${containsPattern(foldSearch(q))}` : sql`false`);

function allMatchingBatches(ctx: Context, filter: BatchFilter, conditions: readonly SQL[] = []): SQL {
  const { q, ...filterWithoutSearch } = filter;
  if (!q || isShortSearch(q)) return sql`select * from (${batchListQuery(ctx, filter)}) as b where ${joinAnd([sql`true`, ...conditions])}`;
  const inProject = sql`b.project_id = ${ctx.projectId}`;
  const matches = sql`select b.id from batches b
    where ${joinAnd([inProject, mayContainText(sql`b.search`, q), ...unindexed([nameContains(q), ...conditions])])}`;
  return sql`select b.* from (${matches}) as match join (${batchListQuery(ctx, filterWithoutSearch)}) as b on b.id = match.id`;
}

/** `scanLimit` is for tests. */
export type BatchPage = {
  filter: BatchFilter;
  sort: BatchSort;
  descending: boolean;
  after: Cursor | null;
  limit: number;
  scanLimit?: number;
};

/** A query for the positions of one page of batches. */
export function batchPageQuery(ctx: Context, { filter, sort, descending, after, limit, scanLimit = scanLimits.list }: BatchPage): SQL {
  const order = batchOrder(sort, descending);
  const { indexed, others } = filterConditions(filter);
  const conditions = [...indexed, ...others];
  if (conditions.length === 0 || (sort === "created" && !filter.q)) return batchListQuery(ctx, filter, { order, after, limit });
  const position = joinAnd([sql`b.project_id = ${ctx.projectId}`, ...afterCursor(order, after)]);
  return firstMatches({
    alias: sql`b`,
    columns: batchPosition,
    scanLimit,
    order,
    limit,
    scan: sql`select ${batchPosition}, ${joinAnd(conditions)} as matches from batches b where ${position} order by ${orderBy(order)} limit ${scanLimit}`,
    allMatches: allMatchingBatches(ctx, filter, afterCursor(order, after)),
  });
}

/** A query that counts the matching batches, up to `maxCount`. */
export const batchCountQuery = (ctx: Context, filter: BatchFilter, maxCount?: number): SQL =>
  cappedCount(allMatchingBatches(ctx, filter), maxCount);
