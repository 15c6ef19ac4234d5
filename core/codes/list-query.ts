import { type SQL, sql } from "drizzle-orm";
import { largeBatchSize } from "@/db/schema";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { afterCursor, direction, orderBy, type SortOrder, unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import {
  batchExclusions,
  type CodeFilter,
  type EndDates,
  endDate,
  flagsArray,
  flagsByPaused,
  indexRange,
  matchingFlags,
  otherConditions,
} from "./filter";

/** The order codes were made in. */
export const byCreation = (down: boolean): SortOrder => ({
  columns: [
    { sql: sql`c.batch_id`, type: "uuid" },
    { sql: sql`c.batch_index`, type: "int" },
  ],
  descending: down,
});

/** The order of their ends, of those that have one. */
export const byEndDate = (down: boolean): SortOrder => ({
  columns: [{ sql: sql`c.valid_until`, type: "timestamptz" }, ...byCreation(down).columns],
  descending: down,
});

/** The same as the index of a batch has it. */
export const byEndDateInBatch = (down: boolean): SortOrder => ({
  columns: [{ sql: endDate, type: "timestamptz" }, ...byCreation(down).columns],
  descending: down,
});

/** The order of their identities. */
export const byKey = (down: boolean): SortOrder => ({ columns: [{ sql: sql`c.key`, type: "text" }], descending: down });

/** Which codes are walked: those of a filter but its `q`, in an order or as they come, after a cursor, no more than `limit`. `traits` narrows it to some kinds of the filter's. */
export type CodeListQuery = {
  filter: CodeFilter;
  order: SortOrder | null;
  after?: Cursor | null;
  limit?: number;
  ends?: EndDates;
  traits?: SQL;
};

/** What a walk answers of each code `c`. */
export const codePosition = sql`c.key, c.batch_id, c.batch_index, c.valid_until`;

const orderByClause = (order: SortOrder | null): SQL => (order === null ? sql`` : sql`order by ${orderBy(order)}`);
const limitClause = (limit: number | undefined): SQL => (limit === undefined ? sql`` : sql`limit ${limit}`);

/**
 * The places of codes, as a query. It walks an index in the list's order for each kind of traits that can match, and passes over large
 * batches of which no code can, so that what it reads is little more than what it answers.
 */
export function codeListQuery(ctx: Context, { filter, ...how }: CodeListQuery): SQL {
  const traits = matchingFlags(filter);
  if (filter.reservedFor) return reservedForQuery(ctx, { filter, ...how });
  if (filter.status !== "paused") return rangesQuery(ctx, { filter, ...how, among: traits });
  // Paused by themselves; or with their batch, and not by themselves.
  const themselves = rangesQuery(ctx, { filter, ...how, among: flagsByPaused(traits, true) });
  const withBatch = pausedBatchesQuery(ctx, { filter, ...how, among: flagsByPaused(traits, false) });
  return sql`select * from (select * from (${themselves}) as one union all select * from (${withBatch}) as other) as c ${orderByClause(how.order)} ${limitClause(how.limit)}`;
}

type FlagQuery = CodeListQuery & { among: readonly number[] | null };

/** The codes reserved for one address, which are few or all alike. */
function reservedForQuery(ctx: Context, { filter, order, after = null, limit, ends }: CodeListQuery): SQL {
  const traits = matchingFlags(filter);
  const fits = [
    ...(traits === null ? [] : [sql`c.filter_flags = any(${flagsArray(traits)})`]),
    ...otherConditions(filter),
    ...endDateConditions(ends),
  ];
  const here = [
    sql`c.project_id = ${ctx.projectId} and c.reserved_for = ${filter.reservedFor}`,
    ...(order ? afterCursor(order, after) : []),
  ];
  return sql`select ${codePosition} from codes c where ${joinAnd([...here, ...unindexed(fits)])} ${orderByClause(order)} ${limitClause(limit)}`;
}

/** The condition that codes have an end, or have none. */
export function endDateConditions(ends: EndDates = "any"): SQL[] {
  if (ends === "any") return [];
  return [ends === "some" ? sql`c.valid_until is not null` : sql`c.valid_until is null`];
}

/** The conditions that codes are of some kinds of traits. */
const hasFlags = (among: FlagQuery["among"], traits?: SQL): SQL[] => [
  ...(among === null ? [] : [sql`c.filter_flags = any(${flagsArray(among)})`]),
  ...(traits ? [sql`c.filter_flags = any(${traits})`] : []),
];

/** Each kind of traits from where it stands in the index that begins with them; `pins` name the part of it. */
function byFlagsQuery(ctx: Context, { filter, order, after = null, limit, ends, traits, among }: FlagQuery, pins: readonly SQL[]): SQL {
  // The index by ends has those that have one; elsewhere it is asked in passing.
  const [fixed, passing] = ends === "some" ? [endDateConditions(ends), []] : [[], endDateConditions(ends)];
  const here = [sql`c.project_id = ${ctx.projectId}`, ...pins, ...fixed, ...(order ? afterCursor(order, after) : [])];
  const fits = unindexed([...passing, ...otherConditions(filter)]);
  // Without an order it is given one all the same: it keeps to its index by that.
  const indexed = orderByClause(order ?? (ends === "some" ? byEndDate(true) : byCreation(true)));
  const one = (own: readonly SQL[]) =>
    sql`select ${codePosition} from codes c where ${joinAnd([...own, ...here, ...fits])} ${indexed} ${limitClause(limit)}`;
  if (traits === undefined && among === null && ends !== "some") return one([]);
  const kinds = traits
    ? sql`(select each.filter_flags from unnest(${traits}) as each (filter_flags) where each.filter_flags = any(${flagsArray(among)}))`
    : sql`unnest(${flagsArray(among)})`;
  return sql`select c.* from ${kinds} as t (filter_flags), lateral (${one([sql`c.filter_flags = t.filter_flags`])}) as c ${orderByClause(order)} ${limitClause(limit)}`;
}

/** The codes of paused batches, batch by batch; by their ends, from the index that has the batch first. */
function pausedBatchesQuery(ctx: Context, { among, traits, ...pinned }: FlagQuery): SQL {
  const { filter, order, after = null, limit, ends } = pinned;
  const pins = [...indexRange(filter, ends), sql`c.batch_id = s.id`];
  const batches = sql`select b.id from batches b where b.project_id = ${ctx.projectId} and b.paused_at is not null ${filter.batch ? sql`and b.id = ${filter.batch}` : sql``}`;
  if (ends !== "some") {
    const turned = sql`order by b.id ${direction(order?.descending ?? true)}`;
    const codes = byFlagsQuery(ctx, { ...pinned, among, traits }, pins);
    return sql`select c.* from (${batches} ${turned}) as s, lateral (${codes}) as c
      ${order ? sql`order by s.id ${direction(order.descending)}, ${orderBy(order)}` : sql``} ${limitClause(limit)}`;
  }
  const fits = unindexed([...hasFlags(among, traits), ...otherConditions(filter)]);
  const own = byEndDateInBatch(order?.descending ?? true);
  const here = [
    sql`c.project_id = ${ctx.projectId}`,
    ...pins,
    sql`${endDate} < 'infinity'`,
    ...afterCursor(own, order ? after : null),
    ...fits,
  ];
  const indexed = orderByClause(own);
  return sql`select c.* from (${batches}) as s, lateral (select ${codePosition} from codes c where ${joinAnd(here)} ${indexed} ${limitClause(limit)}) as c
    ${orderByClause(order)} ${limitClause(limit)}`;
}

const minId = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const maxId = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** Up to how many codes of a large batch that can match are looked up by themselves, and the batch passed over. */
const maxSingleLookups = 500;

/** Large batches that the walk passes over as `cut`: those of which no code can match, and those of which only a few can, by their ends. */
function skippedBatchesQuery(ctx: Context, { filter, ends }: FlagQuery): SQL | null {
  const { none, ends: possible } = batchExclusions(filter, ends);
  const byEnds = ends === "some";
  if (none.length === 0 && possible === null) return null;
  const never = none.length === 0 ? sql`false` : sql`(${sql.join(none, sql` or `)}) is true`;
  const counted = sql`select from codes c where c.project_id = b.project_id and c.batch_id = b.id and ${possible} limit ${maxSingleLookups + 1}`;
  const atMostFew = possible === null ? sql`false` : sql`(select count(*) from (${counted}) as possible) <= ${maxSingleLookups}`;
  return sql`select b.id, ${byEnds ? sql`b.valid_until` : sql`null::timestamptz`} as at, ${never} as never from batches b
    where b.project_id = ${ctx.projectId} and b.amount >= ${sql.raw(String(largeBatchSize))} ${byEnds ? sql`and b.valid_until is not null` : sql``}
      ${filter.batch ? sql`and b.id = ${filter.batch}` : sql``} and (${never} or ${atMostFew})`;
}

/** The few codes of batches that are passed over which can match. */
function skippedBatchCodes(ctx: Context, { filter, order, after = null, ends, among, traits }: FlagQuery): SQL[] {
  const { ends: possible } = batchExclusions(filter, ends);
  if (possible === null) return [];
  const own = [sql`c.project_id = ${ctx.projectId} and c.batch_id = cut.id and ${possible}`, ...(order ? afterCursor(order, after) : [])];
  const fits = unindexed([...hasFlags(among, traits), ...otherConditions(filter)]);
  const codes = sql`select ${codePosition} from codes c where ${joinAnd([...own, ...fits])} order by ${endDate}, c.batch_index`;
  return [sql`select c.* from (select * from cut where not never) as cut, lateral (${codes}) as c`];
}

/** The walk in stretches between the large batches that are passed over; in the order of ends, where codes have the end of the batch. */
function rangesQuery(ctx: Context, pinned: FlagQuery): SQL {
  const { filter, order, limit, ends } = pinned;
  const pins = indexRange(filter, ends);
  const cut = skippedBatchesQuery(ctx, pinned);
  if (cut === null) return byFlagsQuery(ctx, pinned, pins);
  const byEnds = ends === "some";
  const point = byEnds ? sql`(c.valid_until, c.batch_id)` : sql`c.batch_id`;
  const [above, below] = byEnds ? [sql`(s.above_end, s.above)`, sql`(s.below_end, s.below)`] : [sql`s.above`, sql`s.below`];
  const between = [sql`${point} > ${above}`, sql`${point} < ${below}`];
  const down = direction(order?.descending ?? true);
  const turned = byEnds ? sql`s.above_end ${down}, s.above ${down}` : sql`s.above ${down}`;
  const stretch = sql`
    select c.* from (select * from stretches as s order by ${turned}) as s, lateral (${byFlagsQuery(ctx, pinned, [...pins, ...between])}) as c
    ${order === null ? sql`` : sql`order by ${turned}, ${orderBy(order)}`} ${limitClause(limit)}`;
  const parts = [stretch, ...skippedBatchCodes(ctx, pinned)].map((part) => sql`(${part})`);
  return sql`
    with cut as materialized (${cut}), stretches as (
      select lag(at, 1, '-infinity') over w as above_end, lag(id, 1, ${minId}) over w as above, at as below_end, id as below
      from cut window w as (order by at, id)
      union all
      select coalesce(last.at, '-infinity'), coalesce(last.id, ${minId}), 'infinity', ${maxId}
      from (select) as one left join (select * from cut order by at desc, id desc limit 1) as last on true
    )
    select c.* from (${sql.join(parts, sql` union all `)}) as c ${orderByClause(order)} ${limitClause(limit)}`;
}
