import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { containsText, mayContainText } from "../search";
import { afterCursor, cappedCount, cappedSearchCount, firstMatches, orderBy, type SortOrder, scanLimits, unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import { conditionsWithoutSearch, createdConditions, type LeadFilter, matchingFilterFlags } from "./filter";

/** What a list of leads is in the order of. */
export type LeadSortField = "created" | "email";

const sortColumns: Readonly<Record<LeadSortField, SortOrder["columns"]>> = {
  created: [
    { expression: sql`l.created_at`, type: "timestamptz" },
    { expression: sql`l.email`, type: "text" },
  ],
  email: [{ expression: sql`l.email`, type: "text" }],
};

/** The order of a list of leads. */
export const leadOrder = (sort: LeadSortField, down: boolean): SortOrder => ({ columns: sortColumns[sort], descending: down });

const pageColumns = sql`l.email, l.created_at`;

export type PageInput = { filter: LeadFilter; sort: LeadSortField; down: boolean; after: Cursor | null; limit: number; look?: number };

type ScanOptions = { order?: SortOrder; after?: Cursor | null; limit?: number | SQL };

/**
 * The leads of a filter but its `q`, in an order or in none: each kind of traits from where it stands in the index that begins with them.
 * Where `fits` is given it is said of each lead whether it does.
 */
function scanLeads(ctx: Context, filter: LeadFilter, { order, after = null, limit }: ScanOptions = {}, fits?: SQL): SQL {
  const traits = matchingFilterFlags(filter);
  const newest = leadOrder("created", true);
  const answer = fits ? sql`${pageColumns}, ${fits} as matches` : pageColumns;
  const stop = limit === undefined ? sql`` : sql`limit ${limit}`;
  const one = (own: SQL[], what: SQL) => {
    const here = [sql`l.project_id = ${ctx.projectId}`, ...own, ...createdConditions(filter), ...(order ? afterCursor(order, after) : [])];
    // Without an order it is given one all the same: it keeps to its index by that.
    return sql`select ${what} from leads l where ${joinAnd(here)} order by ${orderBy(order ?? newest)} ${stop}`;
  };
  if (traits === null) return one([], answer);
  // Those whom one lead sent have an index of their own.
  if (filter.referredBy) return one(unindexed([sql`l.filter_flags = any(${traits})`]), answer);
  const tail = sql`${order ? sql`order by ${orderBy(order)}` : sql``} ${stop}`;
  const each = sql`select l.* from unnest(${traits}) as t (filter_flags), lateral (${one([sql`l.filter_flags = t.filter_flags`], pageColumns)}) as l ${tail}`;
  return fits
    ? sql`select ${answer} from (${each}) as w, lateral (select * from leads l where l.project_id = ${ctx.projectId} and l.email = w.email offset 0) as l`
    : each;
}

/** All leads that a search finds, by the pieces of their texts. */
function searchLeads(ctx: Context, { q = "", ...filter }: LeadFilter, and: readonly SQL[] = []): SQL {
  const fits = unindexed([containsText(sql`l.search`, q), ...conditionsWithoutSearch(filter), ...and]);
  return sql`select ${pageColumns} from leads l where ${joinAnd([sql`l.project_id = ${ctx.projectId}`, mayContainText(sql`l.search`, q), ...fits])}`;
}

/** The places of one page of leads, as a query. */
export function leadPageQuery(ctx: Context, { filter, sort, down, after, limit, look: looked = scanLimits.list }: PageInput): SQL {
  const order = leadOrder(sort, down);
  const { q, ...others } = filter;
  if (!q && sort === "created") return scanLeads(ctx, filter, { order, after, limit });
  const conditions = conditionsWithoutSearch(others);
  const here = joinAnd([sql`l.project_id = ${ctx.projectId}`, ...afterCursor(order, after)]);
  if (!q && conditions.length === 0) return sql`select ${pageColumns} from leads l where ${here} order by ${orderBy(order)} limit ${limit}`;
  const wanted = q ? [containsText(sql`l.search`, q)] : [];
  const look =
    sort === "created"
      ? scanLeads(ctx, others, { order, after, limit: looked }, joinAnd(wanted))
      : sql`select ${pageColumns}, ${joinAnd([...conditions, ...wanted])} as matches from leads l where ${here} order by ${orderBy(order)} limit ${looked}`;
  const collect = q
    ? searchLeads(ctx, filter, afterCursor(order, after))
    : sql`select * from (${scanLeads(ctx, filter)}) as l where ${joinAnd([sql`true`, ...afterCursor(order, after)])}`;
  return firstMatches({ alias: sql`l`, columns: pageColumns, scan: look, scanLimit: looked, allMatches: collect, order, limit });
}

/** How many leads match, counted no further than `most` where that is given; as a query. */
export function leadCountQuery(ctx: Context, filter: LeadFilter, most?: number): SQL {
  const { q, ...others } = filter;
  if (!q) return cappedCount(scanLeads(ctx, filter), most);
  const all = searchLeads(ctx, filter);
  if (most === undefined) return cappedCount(all);
  const first = (limit: SQL) => scanLeads(ctx, others, { order: leadOrder("created", true), limit }, containsText(sql`l.search`, q));
  return cappedSearchCount(first, all, most);
}
