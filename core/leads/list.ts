import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DailyStats } from "@/contract/fields";
import type { LeadFilter } from "@/contract/lead-filters";
import type { getLeadStatsEndpoint, LeadRecord, listLeadsEndpoint } from "@/contract/leads";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import type { Context } from "../context";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { afterCursor, cappedSearchCount, firstMatches, type ListOrder, orderBy, scanLimits, unindexed } from "../sort-order";
import { cappedCount, joinAnd, limitClause } from "../sql";
import { dailyLeadCounts, getDailyStats } from "../stats/daily-counts";
import { type ExportedLead, hasColumns, withFileColumns } from "./answers";
import { confirmations } from "./confirmation";
import {
  conditionsWithoutSearch,
  createdConditions,
  filterConditions,
  leadConditions,
  matchingFilterFlags,
  searchConditions,
} from "./filter";
import { type ExportedLeadRow, exportedLead, type LeadRow, leadColumns, leadRecord, leftJoinReferrer } from "./record";
import { countAheadInPage } from "./waitlist";

type LeadSortField = "created" | "email";

const sortColumns: Readonly<Record<LeadSortField, ListOrder["columns"]>> = {
  created: [
    { expression: sql`l.created_at`, type: "timestamptz" },
    { expression: sql`l.email`, type: "text" },
  ],
  email: [{ expression: sql`l.email`, type: "text" }],
};

const leadOrder = (sort: LeadSortField, descending: boolean): ListOrder => ({ columns: sortColumns[sort], descending });

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
 * A query for the leads that match a filter without `q`. The two indexes of confirmed and other leads start with `filter_flags`, so it reads
 * each value of the flags as a separate range of each index and merges them. With `matches`, all of these leads are returned with a `matches` column.
 */
function scanLeads(ctx: Context, filter: LeadFilter, { order, after = null, limit }: ScanOptions = {}, matches?: SQL): SQL {
  const flags = matchingFilterFlags(filter);
  const indexOrder = leadOrder("created", true);
  const columns = matches ? sql`${pageColumns}, ${matches} as matches` : pageColumns;
  const selectRange = (rangeConditions: SQL[], rangeColumns: SQL) => {
    const conditions = [
      sql`l.project_id = ${ctx.projectId}`,
      ...rangeConditions,
      ...createdConditions(filter),
      ...(order ? afterCursor(order, after) : []),
    ];
    // The order makes PostgreSQL use the index, also if the caller needs none.
    return sql`select ${rangeColumns} from leads l where ${joinAnd(conditions)} order by ${orderBy(order ?? indexOrder)} ${limitClause(limit)}`;
  };
  if (flags === null) return selectRange([], columns);
  // Referrals, referral codes, source tags and external IDs have an index of their own.
  if (filter.referredBy || filter.referralCode || filter.sourceTag || filter.externalId)
    return selectRange(unindexed([sql`l.filter_flags = any(${flags})`]), columns);
  const ranges = (filter.confirmed === undefined ? confirmations : [sql`true`]).map(
    (condition) => sql`(${selectRange([sql`l.filter_flags = t.filter_flags`, condition], pageColumns)})`,
  );
  const merged = sql`select l.* from unnest(${flags}) as t (filter_flags), lateral (${sql.join(ranges, sql` union all `)}) as l
    ${order ? sql`order by ${orderBy(order)}` : sql``} ${limitClause(limit)}`;
  return matches
    ? sql`select ${columns} from (${merged}) as scanned, lateral (select * from leads l where l.project_id = ${ctx.projectId} and l.email = scanned.email offset 0) as l`
    : merged;
}

/** A query for all leads that match a search, by the inverted indexes. */
function searchLeads(ctx: Context, filter: LeadFilter, extraConditions: readonly SQL[] = []): SQL {
  const conditions = unindexed([...conditionsWithoutSearch(filter), ...extraConditions]);
  const found = searchConditions(ctx, filter, { indexed: true });
  return sql`select ${pageColumns} from leads l where ${joinAnd([sql`l.project_id = ${ctx.projectId}`, ...found, ...conditions])}`;
}

/** One page of leads, as an item `l` for `from`. */
function leadPage(ctx: Context, page: PageInput): SQL {
  const { filter, sort, descending, after, limit } = page;
  const order = leadOrder(sort, descending);
  const isUnfiltered = [...filterConditions(ctx, filter)].length === 0;
  if (!isUnfiltered)
    return sql`(${leadPageQuery(ctx, page)}) as page join leads l on l.project_id = ${ctx.projectId} and l.email = page.email`;
  const range = joinAnd([sql`l.project_id = ${ctx.projectId}`, ...afterCursor(order, after)]);
  // With a parameter as the limit, PostgreSQL would plan every page again.
  return sql`(select l.* from leads l where ${range} order by ${orderBy(order)} limit ${sql.raw(String(limit))}) as l`;
}

/** A query for the emails and creation times of one page of leads. */
function leadPageQuery(ctx: Context, { filter, sort, descending, after, limit, scanLimit = scanLimits.list }: PageInput): SQL {
  const order = leadOrder(sort, descending);
  const search = searchConditions(ctx, filter);
  if (search.length === 0 && sort === "created") return scanLeads(ctx, filter, { order, after, limit });
  const conditions = conditionsWithoutSearch(filter);
  const range = joinAnd([sql`l.project_id = ${ctx.projectId}`, ...afterCursor(order, after)]);
  const scan =
    sort === "created"
      ? scanLeads(ctx, filter, { order, after, limit: scanLimit }, joinAnd(search))
      : sql`select ${pageColumns}, ${joinAnd([...conditions, ...search])} as matches from leads l where ${range} order by ${orderBy(order)} limit ${scanLimit}`;
  const allMatches =
    search.length > 0
      ? // Without the offset, PostgreSQL may look for a rare tag by reading the whole list in order.
        sql`${searchLeads(ctx, filter, afterCursor(order, after))} ${filter.tag || filter.metadata || filter.waitlistStatus ? sql`offset 0` : sql``}`
      : sql`select * from (${scanLeads(ctx, filter)}) as l where ${joinAnd([sql`true`, ...afterCursor(order, after)])}`;
  return firstMatches({ alias: sql`l`, columns: pageColumns, scan, scanLimit, allMatches, order, limit });
}

/** A query that counts the leads that match a filter, up to `maxCount`. */
function leadCountQuery(ctx: Context, filter: LeadFilter, maxCount?: number): SQL {
  const search = searchConditions(ctx, filter);
  if (search.length === 0) return cappedCount(scanLeads(ctx, filter), maxCount);
  const allMatches = searchLeads(ctx, filter);
  if (maxCount === undefined) return cappedCount(allMatches);
  const scan = (limit: SQL) => scanLeads(ctx, filter, { order: leadOrder("created", true), limit }, joinAnd(search));
  return cappedSearchCount(scan, allMatches, maxCount);
}

/** Lists leads, newest first unless `sort` and `order` say otherwise. `scanLimit` is how many rows to scan before collecting all matches. */
export function listLeads(
  ctx: Context,
  query: z.output<NonNullable<typeof listLeadsEndpoint.query>>,
  scanLimit?: PageInput["scanLimit"],
): Promise<ListResult<LeadRecord>> {
  const { sort = "created", order = "desc" } = query;
  const descending = order === "desc";
  const inOrder = orderBy(leadOrder(sort, descending));
  const page = (after: Cursor | null, limit: number) => leadPage(ctx, { filter: query, sort, descending, after, limit, scanLimit });
  const source = {
    order: `leads ${sort} ${order}`,
    cursor: (row: LeadRow) => (sort === "email" ? [row.lead_email] : [row.lead_created_at, row.lead_email]),
    count: (maxCount?: number) => leadCountQuery(ctx, query, maxCount),
  };
  if (!hasColumns(query))
    return paginate<LeadRow, LeadRecord>(
      ctx,
      { ...query, scanLimit },
      {
        ...source,
        rows: (after, limit) => sql`select ${leadColumns} from ${page(after, limit)} ${leftJoinReferrer} order by ${inOrder}`,
        toRecord: leadRecord,
      },
    );
  const { line, ahead } = countAheadInPage(ctx.projectId);
  const list = paginate<ExportedLeadRow, ExportedLead>(
    ctx,
    { ...query, scanLimit },
    {
      ...source,
      rows: (after, limit) => sql`with page as (select l.* from ${page(after, limit)}), ${line}
        select ${leadColumns}, ${ahead} as ahead from page as l left join line on line.email = l.email ${leftJoinReferrer} order by ${inOrder}`,
      toRecord: exportedLead,
    },
  );
  return withFileColumns(ctx, list);
}

/** The leads of a send: the given emails, or all leads that match a filter. */
export type LeadSelection = { emails?: readonly string[]; filter?: LeadFilter };

/** Returns the selected emails, or `null` if a filter matches more than `limit` leads. */
export async function findSelectedEmails(
  ctx: Context,
  { emails, filter = {} }: LeadSelection,
  limit: number,
): Promise<{ email: string }[] | null> {
  if (emails) return emails.map((email) => ({ email }));
  const selected = await listFirstEmails(ctx, filter, limit + 1);
  return selected.length > limit ? null : selected;
}

/** Returns the emails of the first leads that match a filter, oldest first. */
export const listFirstEmails = (ctx: Context, filter: LeadFilter, limit: number): Promise<{ email: string }[]> =>
  queryRows<RowOf<typeof leads, "email">>(
    ctx.db,
    sql`select l.email from leads l where ${joinAnd(leadConditions(ctx, filter))} order by l.created_at, l.email limit ${limit}`,
  );

/** Returns the number of new leads per day. */
export const getLeadStats = (ctx: Context, query: z.output<NonNullable<typeof getLeadStatsEndpoint.query>>): Promise<DailyStats> =>
  getDailyStats(ctx, dailyLeadCounts, query);
