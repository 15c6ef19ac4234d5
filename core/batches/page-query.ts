import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listBatchesEndpoint } from "@/contract/batches";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { cappedCount, firstMatches, orderBy, unindexed, scanLimits, type SortOrder, afterCursor } from "../sort-order";
import { isShortSearch, mayContainText } from "../search";
import { containsPattern, joinAnd } from "../sql";

/** What narrows a list of batches. */
export type BatchFilter = Pick<z.output<NonNullable<typeof listBatchesEndpoint.query>>, "q" | "type" | "paused">;

/** What a list of batches is in the order of. */
export type BatchSort = "created" | "name";

// As people sort names, in the collation of their index.
const name = sql`b.name collate "und-x-icu"`;
const lowerName = sql`lower(${name})`;

const sortColumns: Readonly<Record<BatchSort, SortOrder["columns"]>> = {
  created: [{ sql: sql`b.id`, type: "uuid" }],
  name: [
    { sql: name, type: "text" },
    { sql: sql`b.id`, type: "uuid" },
  ],
};

/** The order of a list of batches. */
export const batchOrder = (sort: BatchSort, down: boolean): SortOrder => ({ columns: sortColumns[sort], descending: down });

const batchPosition = sql`b.id, b.name`;

/** The batches of a filter, in the order made or in none; one that is short is asked for its `q` as it passes. */
function batchListQuery(
  ctx: Context,
  { type, paused, q }: BatchFilter,
  { order, after = null, limit }: { order?: SortOrder; after?: Cursor | null; limit?: number } = {},
): SQL {
  const pins = [...(type ? [sql`b.type = ${type}`] : []), ...(paused ? [sql`b.paused_at is not null`] : [])];
  const fits = unindexed([...(paused === false ? [sql`b.paused_at is null`] : []), ...(q ? [nameContains(q)] : [])]);
  const here = [sql`b.project_id = ${ctx.projectId}`, ...pins, ...(order ? afterCursor(order, after) : []), ...fits];
  return sql`select ${batchPosition} from batches b where ${joinAnd(here)} order by ${orderBy(order ?? batchOrder("created", true))} ${order ? sql`limit ${limit}` : sql``}`;
}

const nameContains = (q: string): SQL => sql`${lowerName} like ${containsPattern(q.toLowerCase())}`;

/** All batches of a filter. */
function allMatches(ctx: Context, filter: BatchFilter, and: readonly SQL[] = []): SQL {
  const { q, ...others } = filter;
  if (!q || isShortSearch(q)) return sql`select * from (${batchListQuery(ctx, filter)}) as b where ${joinAnd([sql`true`, ...and])}`;
  const fits = unindexed([nameContains(q), ...and]);
  const some = sql`select b.id from batches b where ${joinAnd([sql`b.project_id = ${ctx.projectId}`, mayContainText(lowerName, q), ...fits])}`;
  return sql`select b.* from (${some}) as hit join (${batchListQuery(ctx, others)}) as b on b.id = hit.id`;
}

export type BatchPage = { filter: BatchFilter; sort: BatchSort; down: boolean; after: Cursor | null; limit: number; look?: number };

/** The places of one page of batches, as a query. */
export function batchPageQuery(ctx: Context, { filter, sort, down, after, limit, look = scanLimits.list }: BatchPage): SQL {
  const order = batchOrder(sort, down);
  const { q, type, paused } = filter;
  if (sort === "created" && !q) return batchListQuery(ctx, filter, { order, after, limit });
  if (!q && !type && paused === undefined) return batchListQuery(ctx, {}, { order, after, limit });
  const fits = [
    ...(type ? [sql`b.type = ${type}`] : []),
    ...(paused === undefined ? [] : [sql`(b.paused_at is not null) = ${paused}`]),
    ...(q ? [nameContains(q)] : []),
  ];
  const here = [sql`b.project_id = ${ctx.projectId}`, ...afterCursor(order, after)];
  return firstMatches({
    ...{ alias: sql`b`, answer: batchPosition, looked: look, order, limit },
    look: sql`select ${batchPosition}, ${joinAnd(fits)} as fits from batches b where ${joinAnd(here)} order by ${orderBy(order)} limit ${look}`,
    collect: allMatches(ctx, filter, afterCursor(order, after)),
  });
}

/** How many batches match, counted no further than `most` where that is given; as a query. */
export const batchCountQuery = (ctx: Context, filter: BatchFilter, most?: number): SQL => cappedCount(allMatches(ctx, filter), most);
