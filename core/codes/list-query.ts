import { type SQL, sql } from "drizzle-orm";
import { largeBatchSize } from "@/db/schema";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { afterCursor, type ListOrder, orderBy, sortDirection, unindexed } from "../sort-order";
import { joinAnd, limitClause } from "../sql";
import {
  batchExclusions,
  type CodeFilter,
  type EndDateFilter,
  endDate,
  flagsArray,
  flagsByPaused,
  indexRange,
  matchingFlags,
  otherConditions,
} from "./filter";

/** The order in which codes were generated. */
export const byCreation = (descending: boolean): ListOrder => ({
  columns: [
    { expression: sql`c.batch_id`, type: "uuid" },
    { expression: sql`c.batch_index`, type: "int" },
  ],
  descending,
});

/** By end date, for codes that have one. */
export const byEndDate = (descending: boolean): ListOrder => ({
  columns: [{ expression: sql`c.valid_until`, type: "timestamptz" }, ...byCreation(descending).columns],
  descending,
});

/** By end date, as in the index that starts with the batch. */
export const byEndDateInBatch = (descending: boolean): ListOrder => ({
  columns: [{ expression: endDate, type: "timestamptz" }, ...byCreation(descending).columns],
  descending,
});

export const byKey = (descending: boolean): ListOrder => ({ columns: [{ expression: sql`c.key`, type: "text" }], descending });

/** Selects the codes of a filter without its `q`. `order` null: in any order. `flags` is an SQL array that narrows the filter flags further. */
export type CodeListQuery = {
  filter: CodeFilter;
  order: ListOrder | null;
  after?: Cursor | null;
  limit?: number;
  endDates?: EndDateFilter;
  flags?: SQL;
};

/** The columns that identify a code and its position in every sort order. */
export const codePosition = sql`c.key, c.batch_id, c.batch_index, c.valid_until`;

const orderByClause = (order: ListOrder | null): SQL => (order === null ? sql`` : sql`order by ${orderBy(order)}`);

/**
 * A query for the positions of codes. It reads an index in the list's order for each combination of filter flags that can match, and skips
 * large batches in which no code can match, so it reads little more than it returns.
 */
export function codeListQuery(ctx: Context, { filter, ...options }: CodeListQuery): SQL {
  const possibleFlags = matchingFlags(filter);
  if (filter.reservedFor) return reservedForQuery(ctx, { filter, ...options });
  if (filter.status !== "paused") return rangesQuery(ctx, { filter, ...options, possibleFlags });
  // Codes that are paused on their own, and other codes in paused batches.
  const paused = rangesQuery(ctx, { filter, ...options, possibleFlags: flagsByPaused(possibleFlags, true) });
  const inPausedBatch = pausedBatchesQuery(ctx, { filter, ...options, possibleFlags: flagsByPaused(possibleFlags, false) });
  return sql`select * from (select * from (${paused}) as paused union all select * from (${inPausedBatch}) as in_paused_batch) as c
    ${orderByClause(options.order)} ${limitClause(options.limit)}`;
}

/** `possibleFlags` null: all. */
type FlagQuery = CodeListQuery & { possibleFlags: readonly number[] | null };

/** The codes reserved for one email. There are few of them, or they are all alike. */
function reservedForQuery(ctx: Context, { filter, order, after = null, limit, endDates }: CodeListQuery): SQL {
  const conditions = unindexed([...hasFlags(matchingFlags(filter)), ...otherConditions(filter), ...endDateConditions(endDates)]);
  const isReserved = sql`c.project_id = ${ctx.projectId} and c.reserved_for = ${filter.reservedFor}`;
  return sql`select ${codePosition} from codes c where ${joinAnd([isReserved, ...afterOrder(order, after), ...conditions])}
    ${orderByClause(order)} ${limitClause(limit)}`;
}

const afterOrder = (order: ListOrder | null, after: Cursor | null): SQL[] => (order ? afterCursor(order, after) : []);

/** The condition that codes have an end date, or have none. */
export function endDateConditions(endDates: EndDateFilter = "any"): SQL[] {
  if (endDates === "any") return [];
  return [endDates === "some" ? sql`c.valid_until is not null` : sql`c.valid_until is null`];
}

const hasFlags = (possibleFlags: readonly number[] | null, flags?: SQL): SQL[] => [
  ...(possibleFlags === null ? [] : [sql`c.filter_flags = any(${flagsArray(possibleFlags)})`]),
  ...(flags ? [sql`c.filter_flags = any(${flags})`] : []),
];

/** Reads the index that starts with the filter flags, for each combination of flags. `range` is the part of the index to read. */
function byFlagsQuery(
  ctx: Context,
  { filter, order, after = null, limit, endDates, flags, possibleFlags }: FlagQuery,
  range: readonly SQL[],
): SQL {
  // The index by end date only has codes with an end date; the other one needs a condition.
  const [indexed, filtered] = endDates === "some" ? [endDateConditions(endDates), []] : [[], endDateConditions(endDates)];
  const position = [sql`c.project_id = ${ctx.projectId}`, ...range, ...indexed, ...afterOrder(order, after)];
  const conditions = unindexed([...filtered, ...otherConditions(filter)]);
  // Sorted even when any order will do, because PostgreSQL then stays with this index.
  const sorted = orderByClause(order ?? (endDates === "some" ? byEndDate(true) : byCreation(true)));
  const codesWith = (flagConditions: readonly SQL[]) =>
    sql`select ${codePosition} from codes c where ${joinAnd([...flagConditions, ...position, ...conditions])} ${sorted} ${limitClause(limit)}`;
  if (flags === undefined && possibleFlags === null && endDates !== "some") return codesWith([]);
  const combinations = flags
    ? sql`(select given.filter_flags from unnest(${flags}) as given (filter_flags) where given.filter_flags = any(${flagsArray(possibleFlags)}))`
    : sql`unnest(${flagsArray(possibleFlags)})`;
  return sql`select c.* from ${combinations} as combination (filter_flags),
    lateral (${codesWith([sql`c.filter_flags = combination.filter_flags`])}) as c ${orderByClause(order)} ${limitClause(limit)}`;
}

/** The codes of paused batches, batch by batch. With end dates, it reads the index that starts with the batch. */
function pausedBatchesQuery(ctx: Context, { possibleFlags, flags, ...query }: FlagQuery): SQL {
  const { filter, order, after = null, limit, endDates } = query;
  const range = [...indexRange(filter, endDates), sql`c.batch_id = paused_batch.id`];
  const batches = sql`select b.id from batches b
    where b.project_id = ${ctx.projectId} and b.paused_at is not null ${filter.batch ? sql`and b.id = ${filter.batch}` : sql``}`;
  if (endDates !== "some") {
    const sortedBatches = sql`${batches} order by b.id ${sortDirection(order?.descending ?? true)}`;
    const codes = byFlagsQuery(ctx, { ...query, possibleFlags, flags }, range);
    return sql`select c.* from (${sortedBatches}) as paused_batch, lateral (${codes}) as c
      ${order ? sql`order by paused_batch.id ${sortDirection(order.descending)}, ${orderBy(order)}` : sql``} ${limitClause(limit)}`;
  }
  const batchOrder = byEndDateInBatch(order?.descending ?? true);
  const conditions = [
    sql`c.project_id = ${ctx.projectId}`,
    ...range,
    sql`${endDate} < 'infinity'`,
    ...afterCursor(batchOrder, order ? after : null),
    ...unindexed([...hasFlags(possibleFlags, flags), ...otherConditions(filter)]),
  ];
  const codes = sql`select ${codePosition} from codes c where ${joinAnd(conditions)} ${orderByClause(batchOrder)} ${limitClause(limit)}`;
  return sql`select c.* from (${batches}) as paused_batch, lateral (${codes}) as c ${orderByClause(order)} ${limitClause(limit)}`;
}

const minId = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const maxId = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** If at most this many codes of a large batch can match, they are looked up on their own and the batch is skipped. */
const maxSingleLookups = 500;

/**
 * The large batches that are skipped: no code can match (`never_matches`), or only a few can, by their end date. Null if every batch has
 * to be read.
 */
function skippedBatchesQuery(ctx: Context, { filter, endDates }: FlagQuery): SQL | null {
  const { reasons, endDateRange } = batchExclusions(filter, endDates);
  if (reasons.length === 0 && endDateRange === null) return null;
  const byEndDates = endDates === "some";
  const neverMatches = reasons.length === 0 ? sql`false` : sql`(${sql.join(reasons, sql` or `)}) is true`;
  const conditions = [
    sql`b.project_id = ${ctx.projectId}`,
    sql`b.amount >= ${sql.raw(String(largeBatchSize))}`,
    ...(byEndDates ? [sql`b.valid_until is not null`] : []),
    ...(filter.batch ? [sql`b.id = ${filter.batch}`] : []),
    sql`(${neverMatches} or ${hasFewCandidates(endDateRange)})`,
  ];
  return sql`select b.id, ${byEndDates ? sql`b.valid_until` : sql`null::timestamptz`} as valid_until, ${neverMatches} as never_matches
    from batches b where ${joinAnd(conditions)}`;
}

/** Whether few codes of a batch `b` have an end date in the range. */
function hasFewCandidates(endDateRange: SQL | null): SQL {
  if (endDateRange === null) return sql`false`;
  const candidates = sql`select from codes c
    where c.project_id = b.project_id and c.batch_id = b.id and ${endDateRange} limit ${maxSingleLookups + 1}`;
  return sql`(select count(*) from (${candidates}) as candidate) <= ${maxSingleLookups}`;
}

/** The few codes of skipped batches that can match. */
function skippedBatchCodes(ctx: Context, { filter, order, after = null, endDates, possibleFlags, flags }: FlagQuery): SQL[] {
  const { endDateRange } = batchExclusions(filter, endDates);
  if (endDateRange === null) return [];
  const position = [
    sql`c.project_id = ${ctx.projectId} and c.batch_id = skipped_batch.id and ${endDateRange}`,
    ...afterOrder(order, after),
  ];
  const conditions = unindexed([...hasFlags(possibleFlags, flags), ...otherConditions(filter)]);
  const codes = sql`select ${codePosition} from codes c where ${joinAnd([...position, ...conditions])} order by ${endDate}, c.batch_index`;
  return [sql`select c.* from (select * from skipped where not never_matches) as skipped_batch, lateral (${codes}) as c`];
}

/** Reads the index in ranges between the skipped batches. By end date, these lie where codes have the end date of the batch. */
function rangesQuery(ctx: Context, query: FlagQuery): SQL {
  const { filter, order, limit, endDates } = query;
  const skipped = skippedBatchesQuery(ctx, query);
  if (skipped === null) return byFlagsQuery(ctx, query, indexRange(filter, endDates));
  const parts = [codesInRanges(ctx, query), ...skippedBatchCodes(ctx, query)].map((part) => sql`(${part})`);
  return sql`
    with skipped as materialized (${skipped}), ranges as (${rangesBetweenSkipped})
    select c.* from (${sql.join(parts, sql` union all `)}) as c ${orderByClause(order)} ${limitClause(limit)}`;
}

/** The ranges before, between and after the batches in the CTE `skipped`. */
const rangesBetweenSkipped: SQL = sql`
      select
        lag(valid_until, 1, '-infinity') over w as start_date,
        lag(id, 1, ${minId}) over w as start_id,
        valid_until as end_date,
        id as end_id
      from skipped window w as (order by valid_until, id)
      union all
      select coalesce(last.valid_until, '-infinity'), coalesce(last.id, ${minId}), 'infinity', ${maxId}
      from (select) as one_row left join (select * from skipped order by valid_until desc, id desc limit 1) as last on true`;

/** The codes in the CTE `ranges`, range by range. */
function codesInRanges(ctx: Context, query: FlagQuery): SQL {
  const { filter, order, limit, endDates } = query;
  const byEndDates = endDates === "some";
  const position = byEndDates ? sql`(c.valid_until, c.batch_id)` : sql`c.batch_id`;
  const start = byEndDates ? sql`(r.start_date, r.start_id)` : sql`r.start_id`;
  const end = byEndDates ? sql`(r.end_date, r.end_id)` : sql`r.end_id`;
  const direction = sortDirection(order?.descending ?? true);
  const rangeOrder = byEndDates ? sql`r.start_date ${direction}, r.start_id ${direction}` : sql`r.start_id ${direction}`;
  const codes = byFlagsQuery(ctx, query, [...indexRange(filter, endDates), sql`${position} > ${start}`, sql`${position} < ${end}`]);
  return sql`
    select c.* from (select * from ranges as r order by ${rangeOrder}) as r, lateral (${codes}) as c
    ${order === null ? sql`` : sql`order by ${rangeOrder}, ${orderBy(order)}`} ${limitClause(limit)}`;
}
