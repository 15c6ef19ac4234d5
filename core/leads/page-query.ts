import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { afterCursor, cappedCount, cappedSearchCount, firstMatches, type ListOrder, orderBy, scanLimits, unindexed } from "../sort-order";
import { containsText, joinAnd, mayContainText } from "../sql";
import { conditionsWithoutSearch, createdConditions, type LeadFilter, matchingFilterFlags } from "./filter";

export type LeadSortField = "created" | "email";

const sortColumns: Readonly<Record<LeadSortField, ListOrder["columns"]>> = {
  created: [
    { expression: sql`l.created_at`, type: "timestamptz" },
    { expression: sql`l.email`, type: "text" },
  ],
  email: [{ expression: sql`l.email`, type: "text" }],
};

export const leadOrder = (sort: LeadSortField, descending: boolean): ListOrder => ({ columns: sortColumns[sort], descending });

const pageColumns = sql`l.email, l.created_at`;

export type PageInput = {
  filter: LeadFilter;
  sort: LeadSortField;
  descending: boolean;
  after: Cursor | null;
  limit: number;
  /** How many rows to scan before collecting all matches. */
  scanLimit?: number;
};

type ScanOptions = { order?: ListOrder; after?: Cursor | null; limit?: number | SQL };

/**
 * A query for the leads that match a filter without `q`. The index starts with `filter_flags`, so it reads each value of the flags as a
 * separate range and merges them. With `matches`, all of these leads are returned with a `matches` column.
 */
function scanLeads(ctx: Context, filter: LeadFilter, { order, after = null, limit }: ScanOptions = {}, matches?: SQL): SQL {
  const flags = matchingFilterFlags(filter);
  const indexOrder = leadOrder("created", true);
  const columns = matches ? sql`${pageColumns}, ${matches} as matches` : pageColumns;
  const limitClause = limit === undefined ? sql`` : sql`limit ${limit}`;
  const selectRange = (rangeConditions: SQL[], rangeColumns: SQL) => {
    const conditions = [
      sql`l.project_id = ${ctx.projectId}`,
      ...rangeConditions,
      ...createdConditions(filter),
      ...(order ? afterCursor(order, after) : []),
    ];
    // The order makes PostgreSQL use the index, also if the caller needs none.
    return sql`select ${rangeColumns} from leads l where ${joinAnd(conditions)} order by ${orderBy(order ?? indexOrder)} ${limitClause}`;
  };
  if (flags === null) return selectRange([], columns);
  // Referred leads have an index of their own.
  if (filter.referredBy) return selectRange(unindexed([sql`l.filter_flags = any(${flags})`]), columns);
  const merged = sql`select l.* from unnest(${flags}) as t (filter_flags), lateral (${selectRange([sql`l.filter_flags = t.filter_flags`], pageColumns)}) as l
    ${order ? sql`order by ${orderBy(order)}` : sql``} ${limitClause}`;
  return matches
    ? sql`select ${columns} from (${merged}) as scanned, lateral (select * from leads l where l.project_id = ${ctx.projectId} and l.email = scanned.email offset 0) as l`
    : merged;
}

/** A query for all leads that match a search, by the trigram index. */
function searchLeads(ctx: Context, { q = "", ...filter }: LeadFilter, extraConditions: readonly SQL[] = []): SQL {
  const conditions = unindexed([containsText(sql`l.search`, q), ...conditionsWithoutSearch(filter), ...extraConditions]);
  return sql`select ${pageColumns} from leads l where ${joinAnd([sql`l.project_id = ${ctx.projectId}`, mayContainText(sql`l.search`, q), ...conditions])}`;
}

/** One page of leads, as an item `l` for `from`. */
export function leadPage(ctx: Context, page: PageInput): SQL {
  const { filter, sort, descending, after, limit } = page;
  const order = leadOrder(sort, descending);
  const isUnfiltered = !filter.q && conditionsWithoutSearch(filter).length === 0;
  if (!isUnfiltered)
    return sql`(${leadPageQuery(ctx, page)}) as page join leads l on l.project_id = ${ctx.projectId} and l.email = page.email`;
  const range = joinAnd([sql`l.project_id = ${ctx.projectId}`, ...afterCursor(order, after)]);
  // With a parameter as the limit, PostgreSQL would plan every page anew.
  return sql`(select l.* from leads l where ${range} order by ${orderBy(order)} limit ${sql.raw(String(limit))}) as l`;
}

/** A query for the emails and creation times of one page of leads. */
function leadPageQuery(ctx: Context, { filter, sort, descending, after, limit, scanLimit = scanLimits.list }: PageInput): SQL {
  const order = leadOrder(sort, descending);
  const { q, ...otherFilters } = filter;
  if (!q && sort === "created") return scanLeads(ctx, filter, { order, after, limit });
  const conditions = conditionsWithoutSearch(otherFilters);
  const range = joinAnd([sql`l.project_id = ${ctx.projectId}`, ...afterCursor(order, after)]);
  const searchConditions = q ? [containsText(sql`l.search`, q)] : [];
  const scan =
    sort === "created"
      ? scanLeads(ctx, otherFilters, { order, after, limit: scanLimit }, joinAnd(searchConditions))
      : sql`select ${pageColumns}, ${joinAnd([...conditions, ...searchConditions])} as matches from leads l where ${range} order by ${orderBy(order)} limit ${scanLimit}`;
  const allMatches = q
    ? searchLeads(ctx, filter, afterCursor(order, after))
    : sql`select * from (${scanLeads(ctx, filter)}) as l where ${joinAnd([sql`true`, ...afterCursor(order, after)])}`;
  return firstMatches({ alias: sql`l`, columns: pageColumns, scan, scanLimit, allMatches, order, limit });
}

/** A query that counts the leads that match a filter, up to `maxCount`. */
export function leadCountQuery(ctx: Context, filter: LeadFilter, maxCount?: number): SQL {
  const { q, ...otherFilters } = filter;
  if (!q) return cappedCount(scanLeads(ctx, filter), maxCount);
  const allMatches = searchLeads(ctx, filter);
  if (maxCount === undefined) return cappedCount(allMatches);
  const scan = (limit: SQL) => scanLeads(ctx, otherFilters, { order: leadOrder("created", true), limit }, containsText(sql`l.search`, q));
  return cappedSearchCount(scan, allMatches, maxCount);
}
