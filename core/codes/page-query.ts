import { type SQL, sql } from "drizzle-orm";
import { secondWord } from "@/db/schema";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { afterCursor, cappedCount, firstMatches, orderBy, type SortOrder, scanLimits, unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import {
  type CodeFilter,
  type EndDates,
  endDate,
  flagConditions,
  flagsArray,
  matchesSearch,
  matchingFlags,
  otherConditions,
  prefixConditions,
} from "./filter";
import { byCreation, byEndDate, byEndDateInBatch, byKey, codeListQuery, codePosition, endDateConditions } from "./list-query";

/** What a list of codes is in the order of. */
export type CodeSort = "created" | "code" | "validUntil";

export type CodePage = { filter: CodeFilter; down: boolean; after: Cursor | null; limit: number; look?: { list: number; part: number } };

/** The places of one page of codes, as a query; by `sort`, codes without an end come last. */
export function codePageQuery(ctx: Context, sort: CodeSort, ask: CodePage): SQL {
  if (sort === "code") return sortedQuery(ctx, { ...ask, order: byKey(ask.down) });
  if (sort === "created") return sortedQuery(ctx, { ...ask, order: byCreation(ask.down) });
  const { after, limit } = ask;
  const [end, ...made] = after ?? [];
  const endless = sortedQuery(ctx, { ...ask, ends: "none", order: byCreation(ask.down), after: end === "" ? made : null });
  const ended = sortedQuery(ctx, { ...ask, ends: "some", order: byEndDate(ask.down), after: end === "" ? null : after });
  // What has ended, or does by some moment, has an end.
  const hasEnd = ask.filter.status === "expired" || ask.filter.endsBefore !== undefined;
  if (end === "") return hasEnd ? sql`select * from (${ended}) as c where false` : endless;
  if (hasEnd) return ended;
  return sql`
    with ended as materialized (${ended}), missing as materialized (select ${limit} - count(*) as codes from ended)
    select * from ended
    union all
    select * from (select * from (${endless}) as c where (select codes from missing) > 0 limit (select codes from missing)) as c`;
}

const hasSameColumns = (one: SortOrder, other: SortOrder): boolean => one.columns.length === other.columns.length;

type SortedCodePage = CodePage & { order: SortOrder; ends?: EndDates };

function sortedQuery(ctx: Context, ask: SortedCodePage): SQL {
  const { filter, order, after, limit, ends } = ask;
  if (filter.q) return searchQuery(ctx, ask);
  if (hasSameColumns(order, byKey(true))) return byKeyQuery(ctx, ask);
  if (ends === "some" && filter.batch && !filter.reservedFor) return batchByEndDateQuery(ctx, ask);
  return codeListQuery(ctx, { filter, order, after, limit, ends });
}

/** A search. The newest may have enough of what is looked for; in other orders all that begin so are collected. */
function searchQuery(ctx: Context, { filter, order, after, limit, ends, look: { list: looked } = scanLimits }: SortedCodePage): SQL {
  const { q = "", ...others } = filter;
  // In the order of identities those that begin so stand together.
  const asKeys = hasSameColumns(order, byKey(true)) ? sql`order by ${orderBy(order)} limit ${limit}` : undefined;
  const collect = allSearchMatches(ctx, filter, q, [...afterCursor(order, after), ...endDateConditions(ends)], asKeys);
  if (!hasSameColumns(order, byCreation(true)) || filter.reservedFor)
    return sql`select * from (${collect}) as c order by ${orderBy(order)} limit ${limit}`;
  const passing = codeListQuery(ctx, { filter: others, order, after, limit: looked, ends });
  const look = sql`select ${codePosition}, ${matchesSearch(q)} as fits from (${passing}) as w, lateral (select * from codes c where c.project_id = ${ctx.projectId} and c.key = w.key offset 0) as c`;
  return firstMatches({ alias: sql`c`, answer: codePosition, look, looked, collect, order, limit });
}

/** All codes of a filter that begin with `q`, or whose second word does. */
function allSearchMatches(ctx: Context, filter: CodeFilter, q: string, and: readonly SQL[], tail = sql`order by c.key`): SQL {
  const fits = unindexed([...and, ...flagConditions(filter), ...otherConditions(filter)]);
  const [first, second] = prefixConditions(q);
  const those = (begins: SQL, end: SQL) =>
    sql`(select ${codePosition} from codes c where ${joinAnd([sql`c.project_id = ${ctx.projectId}`, begins, ...fits])} ${end})`;
  return sql`${those(first, tail)} union all ${those(sql`${second} and ${joinAnd(unindexed([sql`not ${first}`]))}`, sql`order by ${secondWord(sql`c.text`)}`)}`;
}

/** In the order of identities a kind of traits is mixed evenly, whatever batches its codes are of. */
function byKeyQuery(ctx: Context, { filter, order, after, limit, look: { part: looked } = scanLimits }: SortedCodePage): SQL {
  const traits = matchingFlags(filter);
  if (filter.reservedFor) return codeListQuery(ctx, { filter, order, after, limit });
  const fits = [...otherConditions(filter), ...(filter.status === "paused" ? flagConditions(filter) : [])];
  const here = (own: SQL[]) => joinAnd([sql`c.project_id = ${ctx.projectId}`, ...own, ...afterCursor(order, after)]);
  const sorted = (most: number) => sql`order by ${orderBy(order)} limit ${most}`;
  if (fits.length === 0 && traits === null) return sql`select ${codePosition} from codes c where ${here([])} ${sorted(limit)}`;
  const own = [sql`c.filter_flags = kind.filter_flags`];
  const look = sql`select ${codePosition}, ${joinAnd(fits)} as fits from codes c where ${here(own)} ${sorted(looked)}`;
  const all = codeListQuery(ctx, { filter, order: null, traits: sql`array[kind.filter_flags]` });
  const collect = sql`select * from (${all}) as c where ${joinAnd(afterCursor(order, after).concat(sql`true`))}`;
  const one =
    fits.length === 0
      ? sql`select ${codePosition} from codes c where ${here(own)} ${sorted(limit)}`
      : firstMatches({ alias: sql`c`, answer: codePosition, look, looked, collect, order, limit });
  return sql`select c.* from unnest(${flagsArray(traits)}) as kind (filter_flags), lateral (${one}) as c ${sorted(limit)}`;
}

/** Of one batch, by their ends: nearly all have the same, and stand together as they were made. */
function batchByEndDateQuery(
  ctx: Context,
  { filter, order: { descending: down }, after, limit, look: { list: looked } = scanLimits }: SortedCodePage,
): SQL {
  const order = byEndDateInBatch(down);
  const fits = [...flagConditions(filter), ...otherConditions(filter)];
  const here = joinAnd([
    sql`c.project_id = ${ctx.projectId} and c.batch_id = ${filter.batch} and ${endDate} < 'infinity'`,
    ...afterCursor(order, after),
  ]);
  const look = sql`select ${codePosition}, ${joinAnd(fits)} as fits from codes c where ${here} order by ${orderBy(order)} limit ${looked}`;
  const all = codeListQuery(ctx, { filter, order: null, ends: "some" });
  const collect = sql`select * from (${all}) as c where ${joinAnd(afterCursor(order, after).concat(sql`true`))}`;
  return firstMatches({ alias: sql`c`, answer: codePosition, look, looked, collect, order, limit });
}

/** How many codes match, counted no further than `most` where that is given; as a query. */
export const codeCountQuery = (ctx: Context, filter: CodeFilter, most?: number): SQL =>
  cappedCount(filter.q ? allSearchMatches(ctx, filter, filter.q, []) : codeListQuery(ctx, { filter, order: null, limit: most }), most);
