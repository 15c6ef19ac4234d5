import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listBatchesEndpoint } from "@/contract/batches";
import type { Context } from "../context";
import type { Cursor } from "../listing";
import { capped, firstMatching, inOrder, inPassing, looks, type Order, past } from "../order";
import { isShort, mayHave } from "../search";
import { containing, everyOne } from "../sql";

/** What narrows a list of batches. */
export type BatchFilter = Pick<z.output<NonNullable<typeof listBatchesEndpoint.query>>, "q" | "type" | "paused">;

/** What a list of batches is in the order of. */
export type Sort = "created" | "name";

// As people sort names, in the collation of their index.
const name = sql`b.name collate "und-x-icu"`;
const lowerName = sql`lower(${name})`;

const orders: Readonly<Record<Sort, Order["columns"]>> = {
  created: [{ of: sql`b.id`, type: "uuid" }],
  name: [
    { of: name, type: "text" },
    { of: sql`b.id`, type: "uuid" },
  ],
};

/** The order of a list of batches. */
export const orderOf = (sort: Sort, down: boolean): Order => ({ columns: orders[sort], down });

const place = sql`b.id, b.name`;

/** The batches of a filter, in the order made or in none; one that is short is asked for its `q` as it passes. */
function walk(
  ctx: Context,
  { type, paused, q }: BatchFilter,
  { order, after = null, limit }: { order?: Order; after?: Cursor | null; limit?: number } = {},
): SQL {
  const pins = [...(type ? [sql`b.type = ${type}`] : []), ...(paused ? [sql`b.paused_at is not null`] : [])];
  const fits = inPassing([...(paused === false ? [sql`b.paused_at is null`] : []), ...(q ? [hasPart(q)] : [])]);
  const here = [sql`b.project_id = ${ctx.projectId}`, ...pins, ...(order ? past(order, after) : []), ...fits];
  return sql`select ${place} from batches b where ${everyOne(here)} order by ${inOrder(order ?? orderOf("created", true))} ${order ? sql`limit ${limit}` : sql``}`;
}

const hasPart = (q: string): SQL => sql`${lowerName} like ${containing(q.toLowerCase())}`;

/** All batches of a filter. */
function collected(ctx: Context, filter: BatchFilter, and: readonly SQL[] = []): SQL {
  const { q, ...others } = filter;
  if (!q || isShort(q)) return sql`select * from (${walk(ctx, filter)}) as b where ${everyOne([sql`true`, ...and])}`;
  const fits = inPassing([hasPart(q), ...and]);
  const some = sql`select b.id from batches b where ${everyOne([sql`b.project_id = ${ctx.projectId}`, mayHave(lowerName, q), ...fits])}`;
  return sql`select b.* from (${some}) as hit join (${walk(ctx, others)}) as b on b.id = hit.id`;
}

export type Ask = { filter: BatchFilter; sort: Sort; down: boolean; after: Cursor | null; limit: number; look?: number };

/** The places of one page of batches, as a query. */
export function page(ctx: Context, { filter, sort, down, after, limit, look = looks.list }: Ask): SQL {
  const order = orderOf(sort, down);
  const { q, type, paused } = filter;
  if (sort === "created" && !q) return walk(ctx, filter, { order, after, limit });
  if (!q && !type && paused === undefined) return walk(ctx, {}, { order, after, limit });
  const fits = [
    ...(type ? [sql`b.type = ${type}`] : []),
    ...(paused === undefined ? [] : [sql`(b.paused_at is not null) = ${paused}`]),
    ...(q ? [hasPart(q)] : []),
  ];
  const here = [sql`b.project_id = ${ctx.projectId}`, ...past(order, after)];
  return firstMatching({
    ...{ alias: sql`b`, answer: place, looked: look, order, limit },
    look: sql`select ${place}, ${everyOne(fits)} as fits from batches b where ${everyOne(here)} order by ${inOrder(order)} limit ${look}`,
    collect: collected(ctx, filter, past(order, after)),
  });
}

/** How many batches match, counted no further than `most` where that is given; as a query. */
export const counting = (ctx: Context, filter: BatchFilter, most?: number): SQL => capped(collected(ctx, filter), most);
