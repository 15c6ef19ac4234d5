import { type SQL, sql } from "drizzle-orm";
import { secondWord } from "@/db/schema";
import type { Context } from "../context";
import { hasMetadata } from "../metadata";
import type { Cursor } from "../pagination";
import { afterCursor, firstMatches, type ListOrder, orderBy, scanLimits, unindexed } from "../sort-order";
import { cappedCount, joinAnd } from "../sql";
import { hasAnyTag, hasTag } from "../tags";
import {
  type CodeFilter,
  type EndDateFilter,
  endDate,
  flagConditions,
  flagsArray,
  matchesSearch,
  matchingFlags,
  otherConditions,
  prefixConditions,
} from "./filter";
import { byCreation, byEndDate, byEndDateInBatch, byKey, codeListQuery, codePosition, endDateConditions } from "./list-query";

export type CodeSort = "created" | "code" | "validUntil";

/** `limits` replaces `scanLimits` in tests. */
export type CodePage = {
  filter: CodeFilter;
  descending: boolean;
  after: Cursor | null;
  limit: number;
  limits?: { list: number; part: number };
};

/** A query for the positions of one page of codes. Sorted by `validUntil`, codes without an end date come last. */
export function codePageQuery(ctx: Context, sort: CodeSort, page: CodePage): SQL {
  if (sort === "code") return sortedQuery(ctx, { ...page, order: byKey(page.descending) });
  if (sort === "created") return sortedQuery(ctx, { ...page, order: byCreation(page.descending) });
  const { after, limit } = page;
  // A cursor with an empty end date is in the second part of the list.
  const [validUntil, ...creationCursor] = after ?? [];
  const isInSecondPart = validUntil === "";
  const withoutEndDate = sortedQuery(ctx, {
    ...page,
    endDates: "none",
    order: byCreation(page.descending),
    after: isInSecondPart ? creationCursor : null,
  });
  const withEndDate = sortedQuery(ctx, {
    ...page,
    endDates: "some",
    order: byEndDate(page.descending),
    after: isInSecondPart ? null : after,
  });
  const requiresEndDate = page.filter.status === "expired" || page.filter.endsBefore !== undefined;
  if (isInSecondPart) return requiresEndDate ? sql`select * from (${withEndDate}) as c where false` : withoutEndDate;
  if (requiresEndDate) return withEndDate;
  return sql`
    with with_end_date as materialized (${withEndDate}),
    missing as materialized (select ${limit} - count(*) as codes from with_end_date)
    select * from with_end_date
    union all
    select * from (select * from (${withoutEndDate}) as c where (select codes from missing) > 0 limit (select codes from missing)) as c`;
}

/** The sort orders of codes all have a different number of columns. */
const isSameOrder = (order: ListOrder, other: ListOrder): boolean => order.columns.length === other.columns.length;

type SortedCodePage = CodePage & { order: ListOrder; endDates?: EndDateFilter };

function sortedQuery(ctx: Context, page: SortedCodePage): SQL {
  const { filter, order, after, limit, endDates } = page;
  if (filter.externalId) {
    const match = externalIdMatch(ctx, filter, [...afterCursor(order, after), ...endDateConditions(endDates)]);
    return sql`${match} order by ${orderBy(order)} limit ${limit}`;
  }
  if (invertedConditions(filter).length > 0) return invertedQuery(ctx, page);
  if (filter.q) return searchQuery(ctx, page);
  if (isSameOrder(order, byKey(true))) return byKeyQuery(ctx, page);
  if (endDates === "some" && filter.batch && !filter.reservedFor) return batchByEndDateQuery(ctx, page);
  return codeListQuery(ctx, { filter, order, after, limit, endDates });
}

/** The conditions of a filter on codes `c` that have an inverted index: PostgreSQL finds all codes with it, but in no order. */
const invertedConditions = ({ tag, metadata }: CodeFilter): SQL[] => [
  ...(tag ? [hasTag(sql`c.tags`, tag)] : []),
  ...(metadata ? [hasMetadata(sql`c.metadata`, metadata)] : []),
];

const withoutInverted = (filter: CodeFilter): CodeFilter => ({ ...filter, tag: undefined, metadata: undefined });

/** Scanning the beginning of the list may be enough. Otherwise, all codes with the tag or metadata are collected. */
function invertedQuery(ctx: Context, page: SortedCodePage): SQL {
  const { filter, order, after, limit, endDates, limits: { list: scanLimit } = scanLimits } = page;
  const beginning = sortedQuery(ctx, { ...page, filter: withoutInverted(filter), limit: scanLimit });
  const scan = sql`select ${codePosition}, ${joinAnd(invertedConditions(filter))} as matches from (${beginning}) as beginning,
    lateral (select * from codes c where c.project_id = ${ctx.projectId} and c.key = beginning.key offset 0) as c`;
  // Without the offset, PostgreSQL may look for a rare tag by reading the whole list in order.
  const allMatches = sql`${allInvertedMatches(ctx, filter, [...afterCursor(order, after), ...endDateConditions(endDates)])} offset 0`;
  return firstMatches({ alias: sql`c`, columns: codePosition, scan, scanLimit, allMatches, order, limit });
}

/** The one code with the external ID of a filter, if it matches the rest. */
function externalIdMatch(ctx: Context, filter: CodeFilter, conditions: readonly SQL[] = []): SQL {
  const search = filter.q ? [matchesSearch(filter.q)] : [];
  const filtered = unindexed([...conditions, ...flagConditions(filter), ...otherConditions(filter), ...search]);
  const hasId = sql`c.project_id = ${ctx.projectId} and c.external_id = ${filter.externalId}`;
  return sql`select ${codePosition} from codes c where ${joinAnd([hasId, ...filtered])}`;
}

/** All codes of a filter with a tag or metadata, by the indexes on them. */
function allInvertedMatches(ctx: Context, filter: CodeFilter, conditions: readonly SQL[] = []): SQL {
  const otherFilters = withoutInverted(filter);
  const search = filter.q ? [matchesSearch(filter.q)] : [];
  const filtered = unindexed([...conditions, ...flagConditions(otherFilters), ...otherConditions(otherFilters), ...search]);
  const indexed = [...(filter.tag ? [hasAnyTag(sql`c.tags`)] : []), ...invertedConditions(filter)];
  return sql`select ${codePosition} from codes c where ${joinAnd([sql`c.project_id = ${ctx.projectId}`, ...indexed, ...filtered])}`;
}

/** Newest first, scanning the newest codes may be enough. In other orders, all matches are collected. */
function searchQuery(
  ctx: Context,
  { filter, order, after, limit, endDates, limits: { list: scanLimit } = scanLimits }: SortedCodePage,
): SQL {
  const { q = "", ...filterWithoutSearch } = filter;
  // Codes with the same prefix are next to each other when sorted by key.
  const sortedByKey = isSameOrder(order, byKey(true)) ? sql`order by ${orderBy(order)} limit ${limit}` : undefined;
  const allMatches = allSearchMatches(ctx, filter, q, [...afterCursor(order, after), ...endDateConditions(endDates)], sortedByKey);
  if (!isSameOrder(order, byCreation(true)) || filter.reservedFor)
    return sql`select * from (${allMatches}) as c order by ${orderBy(order)} limit ${limit}`;
  const newest = codeListQuery(ctx, { filter: filterWithoutSearch, order, after, limit: scanLimit, endDates });
  const scan = sql`select ${codePosition}, ${matchesSearch(q)} as matches from (${newest}) as newest,
    lateral (select * from codes c where c.project_id = ${ctx.projectId} and c.key = newest.key offset 0) as c`;
  return firstMatches({ alias: sql`c`, columns: codePosition, scan, scanLimit, allMatches, order, limit });
}

/** All codes of a filter that start with `q`, or whose second word does. */
function allSearchMatches(ctx: Context, filter: CodeFilter, q: string, conditions: readonly SQL[], tail = sql`order by c.key`): SQL {
  const allConditions = unindexed([...conditions, ...flagConditions(filter), ...otherConditions(filter)]);
  const [codeStarts, secondWordStarts] = prefixConditions(q);
  const codesWhere = (prefixCondition: SQL, codesTail: SQL) =>
    sql`(select ${codePosition} from codes c
      where ${joinAnd([sql`c.project_id = ${ctx.projectId}`, prefixCondition, ...allConditions])} ${codesTail})`;
  const onlySecondWordStarts = sql`${secondWordStarts} and ${joinAnd(unindexed([sql`not ${codeStarts}`]))}`;
  return sql`${codesWhere(codeStarts, tail)} union all ${codesWhere(onlySecondWordStarts, sql`order by ${secondWord(sql`c.text`)}`)}`;
}

/** Sorted by key, codes of all batches are mixed evenly, so a scan of each combination of flags finds matches fast. */
function byKeyQuery(ctx: Context, { filter, order, after, limit, limits: { part: scanLimit } = scanLimits }: SortedCodePage): SQL {
  const flags = matchingFlags(filter);
  if (filter.reservedFor) return codeListQuery(ctx, { filter, order, after, limit });
  const conditions = [...otherConditions(filter), ...(filter.status === "paused" ? flagConditions(filter) : [])];
  const position = (flagCondition: SQL[]) =>
    joinAnd([sql`c.project_id = ${ctx.projectId}`, ...flagCondition, ...afterCursor(order, after)]);
  const sorted = (rowLimit: number) => sql`order by ${orderBy(order)} limit ${rowLimit}`;
  if (conditions.length === 0 && flags === null) return sql`select ${codePosition} from codes c where ${position([])} ${sorted(limit)}`;
  const hasFlags = position([sql`c.filter_flags = combination.filter_flags`]);
  const scan = sql`select ${codePosition}, ${joinAnd(conditions)} as matches from codes c where ${hasFlags} ${sorted(scanLimit)}`;
  const matching = codeListQuery(ctx, { filter, order: null, flags: sql`array[combination.filter_flags]` });
  const allMatches = sql`select * from (${matching}) as c where ${joinAnd([...afterCursor(order, after), sql`true`])}`;
  const codes =
    conditions.length === 0
      ? sql`select ${codePosition} from codes c where ${hasFlags} ${sorted(limit)}`
      : firstMatches({ alias: sql`c`, columns: codePosition, scan, scanLimit, allMatches, order, limit });
  return sql`select c.* from unnest(${flagsArray(flags)}) as combination (filter_flags), lateral (${codes}) as c ${sorted(limit)}`;
}

/** Codes of one batch by end date. Nearly all of them have the same one and are next to each other in the index. */
function batchByEndDateQuery(
  ctx: Context,
  { filter, order: { descending }, after, limit, limits: { list: scanLimit } = scanLimits }: SortedCodePage,
): SQL {
  const order = byEndDateInBatch(descending);
  const conditions = [...flagConditions(filter), ...otherConditions(filter)];
  const position = joinAnd([
    sql`c.project_id = ${ctx.projectId} and c.batch_id = ${filter.batch} and ${endDate} < 'infinity'`,
    ...afterCursor(order, after),
  ]);
  const scan = sql`select ${codePosition}, ${joinAnd(conditions)} as matches from codes c
    where ${position} order by ${orderBy(order)} limit ${scanLimit}`;
  const matching = codeListQuery(ctx, { filter, order: null, endDates: "some" });
  const allMatches = sql`select * from (${matching}) as c where ${joinAnd([...afterCursor(order, after), sql`true`])}`;
  return firstMatches({ alias: sql`c`, columns: codePosition, scan, scanLimit, allMatches, order, limit });
}

/** A query that counts the matching codes, up to `maxCount`. */
export const codeCountQuery = (ctx: Context, filter: CodeFilter, maxCount?: number): SQL =>
  cappedCount(
    filter.externalId
      ? externalIdMatch(ctx, filter)
      : invertedConditions(filter).length > 0
        ? allInvertedMatches(ctx, filter)
        : filter.q
          ? allSearchMatches(ctx, filter, filter.q, [])
          : codeListQuery(ctx, { filter, order: null, limit: maxCount }),
    maxCount,
  );
