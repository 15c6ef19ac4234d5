import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import type { Cursor } from "../listing";
import { capped, cappedSearch, firstMatching, inOrder, inPassing, looks, type Order, past } from "../order";
import { has, mayHave } from "../search";
import { everyOne } from "../sql";
import { cameBy, type LeadFilter, plainConditions, traitsOf } from "./filter";

/** What a list of leads is in the order of. */
export type Sort = "created" | "email";

const orders: Readonly<Record<Sort, Order["columns"]>> = {
  created: [
    { of: sql`l.created_at`, type: "timestamptz" },
    { of: sql`l.email`, type: "text" },
  ],
  email: [{ of: sql`l.email`, type: "text" }],
};

/** The order of a list of leads. */
export const orderOf = (sort: Sort, down: boolean): Order => ({ columns: orders[sort], down });

const place = sql`l.email, l.created_at`;

export type Ask = { filter: LeadFilter; sort: Sort; down: boolean; after: Cursor | null; limit: number; look?: number };

type Tail = { order?: Order; after?: Cursor | null; limit?: number | SQL };

/**
 * The leads of a filter but its `q`, in an order or in none: each kind of traits from where it stands in the index that begins with them.
 * Where `fits` is given it is said of each lead whether it does.
 */
function walk(ctx: Context, filter: LeadFilter, { order, after = null, limit }: Tail = {}, fits?: SQL): SQL {
  const traits = traitsOf(filter);
  const newest = orderOf("created", true);
  const answer = fits ? sql`${place}, ${fits} as fits` : place;
  const stop = limit === undefined ? sql`` : sql`limit ${limit}`;
  const one = (own: SQL[], what: SQL) => {
    const here = [sql`l.project_id = ${ctx.projectId}`, ...own, ...cameBy(filter), ...(order ? past(order, after) : [])];
    // Without an order it is given one all the same: it keeps to its index by that.
    return sql`select ${what} from leads l where ${everyOne(here)} order by ${inOrder(order ?? newest)} ${stop}`;
  };
  if (traits === null) return one([], answer);
  // Those whom one lead sent have an index of their own.
  if (filter.referredBy) return one(inPassing([sql`l.traits = any(${traits})`]), answer);
  const tail = sql`${order ? sql`order by ${inOrder(order)}` : sql``} ${stop}`;
  const each = sql`select l.* from unnest(${traits}) as t (traits), lateral (${one([sql`l.traits = t.traits`], place)}) as l ${tail}`;
  return fits
    ? sql`select ${answer} from (${each}) as w, lateral (select * from leads l where l.project_id = ${ctx.projectId} and l.email = w.email offset 0) as l`
    : each;
}

/** All leads that a search finds, by the pieces of their texts. */
function collected(ctx: Context, { q = "", ...filter }: LeadFilter, and: readonly SQL[] = []): SQL {
  const fits = inPassing([has(sql`l.search`, q), ...plainConditions(filter), ...and]);
  return sql`select ${place} from leads l where ${everyOne([sql`l.project_id = ${ctx.projectId}`, mayHave(sql`l.search`, q), ...fits])}`;
}

/** The places of one page of leads, as a query. */
export function page(ctx: Context, { filter, sort, down, after, limit, look: looked = looks.list }: Ask): SQL {
  const order = orderOf(sort, down);
  const { q, ...others } = filter;
  if (!q && sort === "created") return walk(ctx, filter, { order, after, limit });
  const conditions = plainConditions(others);
  const here = everyOne([sql`l.project_id = ${ctx.projectId}`, ...past(order, after)]);
  if (!q && conditions.length === 0) return sql`select ${place} from leads l where ${here} order by ${inOrder(order)} limit ${limit}`;
  const wanted = q ? [has(sql`l.search`, q)] : [];
  const look =
    sort === "created"
      ? walk(ctx, others, { order, after, limit: looked }, everyOne(wanted))
      : sql`select ${place}, ${everyOne([...conditions, ...wanted])} as fits from leads l where ${here} order by ${inOrder(order)} limit ${looked}`;
  const collect = q
    ? collected(ctx, filter, past(order, after))
    : sql`select * from (${walk(ctx, filter)}) as l where ${everyOne([sql`true`, ...past(order, after)])}`;
  return firstMatching({ alias: sql`l`, answer: place, look, looked, collect, order, limit });
}

/** How many leads match, counted no further than `most` where that is given; as a query. */
export function counting(ctx: Context, filter: LeadFilter, most?: number): SQL {
  const { q, ...others } = filter;
  if (!q) return capped(walk(ctx, filter), most);
  const all = collected(ctx, filter);
  if (most === undefined) return capped(all);
  const first = (limit: SQL) => walk(ctx, others, { order: orderOf("created", true), limit }, has(sql`l.search`, q));
  return cappedSearch(first, all, most);
}
