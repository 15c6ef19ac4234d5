import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listClaimsEndpoint } from "@/contract/claims";
import { sources } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { afterCursor, cappedSearchCount, firstMatches, type ListOrder, orderBy, scanLimits, unindexed } from "../sort-order";
import { cappedCount, emailContains, foldSearch, hasWords, isShortSearch, joinAnd, limitClause, mayContainText, startsWith } from "../sql";

export type ClaimFilter = Pick<
  z.output<NonNullable<typeof listClaimsEndpoint.query>>,
  "q" | "code" | "email" | "batch" | "source" | "since" | "until"
>;

export const byClaimedAt = (descending: boolean): ListOrder => ({
  columns: [
    { expression: sql`k.claimed_at`, type: "timestamptz" },
    { expression: sql`k.code_key`, type: "text" },
    { expression: sql`k.email`, type: "text" },
  ],
  descending,
});

const claimPosition = sql`k.claimed_at, k.code_key, k.email`;

/**
 * The conditions of a filter without its `q`, on claims `k`: those that choose the index, other columns, and the time. Each of code, batch and
 * source has an index in claim order. A lead has few claims, which are sorted.
 */
function claimConditions({ code, email, batch, source, since, until }: ClaimFilter): { indexed: SQL[]; others: SQL[]; time: SQL[] } {
  const columns = [
    ...(code ? [sql`k.code_key = ${code}`] : []),
    ...(email ? [sql`k.email = ${email}`] : []),
    ...(batch ? [sql`k.batch_id = ${batch}`] : []),
    ...(source ? [sql`k.source = ${source}`] : []),
  ];
  const time = [
    ...(since ? [sql`k.claimed_at >= ${since}::timestamptz`] : []),
    ...(until ? [sql`k.claimed_at < ${until}::timestamptz`] : []),
  ];
  // A code and an email together identify one claim.
  const indexedColumns = code && email ? 2 : 1;
  return { indexed: columns.slice(0, indexedColumns), others: columns.slice(indexedColumns), time };
}

/** `indexed`: the conditions that choose the index. `tail`: the order, and the limit. */
type ClaimSelection = { columns: SQL; indexed: readonly SQL[]; conditions: readonly SQL[]; tail: SQL };

/** Selects claims `k` in the order of an index. Without a condition that chooses one, the claims of each source are merged. */
function claimsInOrder({ columns, indexed, conditions, tail }: ClaimSelection): SQL {
  const select = (range: readonly SQL[]) => sql`select ${columns} from claims k where ${joinAnd([...range, ...conditions])} ${tail}`;
  if (indexed.length > 0) return select(indexed);
  const ofSources = sources.map((source) => sql`(${select([sql`k.source = ${source}`])})`);
  return sql`select * from (${sql.join(ofSources, sql` union all `)}) as k ${tail}`;
}

type PageBounds = { order: ListOrder; after: Cursor | null; limit: number };

/** The claims of a filter without its `q`, read from one index. */
function claimListQuery(ctx: Context, filter: ClaimFilter, { order, after, limit }: PageBounds): SQL {
  const { indexed, others, time } = claimConditions(filter);
  const conditions = [sql`k.project_id = ${ctx.projectId}`, ...time, ...afterCursor(order, after), ...unindexed(others)];
  return claimsInOrder({ columns: claimPosition, indexed, conditions, tail: sql`order by ${orderBy(order)} ${limitClause(limit)}` });
}

/** The conditions that the email contains `q` (a short search: starts with it), and that the code starts with `q`. */
function searchConditions(q: string): [email: SQL, code: SQL] {
  if (!hasWords(q)) return [sql`false`, sql`false`];
  const text = foldSearch(q);
  const key = normalizeCode(q);
  const email = isShortSearch(q) ? startsWith(sql`k.email`, text) : emailContains(sql`k.email`, q);
  return [email, key === "" ? sql`false` : startsWith(sql`k.code_key`, key)];
}

/** The first claims of each email and each code that a search finds. Emails are searched in leads with a claim, which have a trigram index. */
function allSearchMatches(
  ctx: Context,
  { q = "", ...filter }: ClaimFilter,
  { order = byClaimedAt(true), after = null, limit }: Partial<PageBounds> = {},
): SQL {
  const { indexed, others, time } = claimConditions(filter);
  const [emailMatches, codeMatches] = searchConditions(q);
  const conditions = unindexed([...indexed, ...others, ...time, ...afterCursor(order, after)]);
  const inProject = sql`k.project_id = ${ctx.projectId}`;
  const emailDoesNotMatch = unindexed([sql`not ${emailMatches}`]);
  const claimsWhere = (searchCondition: SQL[], sortedBy: SQL) =>
    sql`select ${claimPosition} from claims k where ${joinAnd([inProject, ...searchCondition, ...conditions])} order by ${sortedBy}`;
  if (isShortSearch(q))
    return sql`(${claimsWhere([emailMatches], sql`k.email`)}) union all (${claimsWhere([codeMatches, ...emailDoesNotMatch], sql`k.code_key`)})`;
  const firstClaimsWhere = (searchCondition: SQL[]) =>
    sql`${claimsWhere(searchCondition, orderBy(order))} ${limit === undefined ? sql`offset 0` : limitClause(limit)}`;
  const contains = unindexed([emailContains(sql`l.email`, q)]);
  const emails = sql`select l.email from leads l
    where ${joinAnd([sql`l.project_id = ${ctx.projectId}`, sql`l.has_claimed`, mayContainText(sql`l.search`, q), ...contains])}`;
  const key = normalizeCode(q);
  const codes = sql`select c.key from codes c
    where c.project_id = ${ctx.projectId} and ${key === "" ? sql`false` : startsWith(sql`c.key`, key)}`;
  return sql`
    select k.* from (${emails}) as match, lateral (${firstClaimsWhere([sql`k.email = match.email`])}) as k
    union all
    select k.* from (${codes}) as match, lateral (${firstClaimsWhere([sql`k.code_key = match.key`, ...emailDoesNotMatch])}) as k`;
}

/** `scanLimit` is for tests. */
export type ClaimPage = { filter: ClaimFilter; descending: boolean; after: Cursor | null; limit: number; scanLimit?: number };

/** A query for the positions of one page of claims. */
export function claimPageQuery(ctx: Context, { filter, descending, after, limit, scanLimit = scanLimits.list }: ClaimPage): SQL {
  const order = byClaimedAt(descending);
  const { q, ...filterWithoutSearch } = filter;
  const { indexed, others, time } = claimConditions(filterWithoutSearch);
  if (!q && others.length === 0) return claimListQuery(ctx, filter, { order, after, limit });
  const matches = q ? sql`(${sql.join(searchConditions(q), sql` or `)})` : joinAnd(others);
  const conditions = [sql`k.project_id = ${ctx.projectId}`, ...time, ...afterCursor(order, after), ...(q ? unindexed(others) : [])];
  return firstMatches({
    alias: sql`k`,
    columns: claimPosition,
    scanLimit,
    order,
    limit,
    scan: claimsInOrder({
      columns: sql`${claimPosition}, ${matches} as matches`,
      indexed,
      conditions,
      tail: sql`order by ${orderBy(order)} limit ${scanLimit}`,
    }),
    allMatches: q
      ? allSearchMatches(ctx, filter, { order, after, limit })
      : otherIndexQuery(ctx, filterWithoutSearch, afterCursor(order, after)),
  });
}

/** If few claims in the first index meet the other conditions, the index of the last condition is faster. */
function otherIndexQuery(ctx: Context, filter: ClaimFilter, conditions: readonly SQL[]): SQL {
  const { indexed, others, time } = claimConditions(filter);
  const [lastCondition = sql`true`] = others.slice(-1);
  const allConditions = unindexed([...indexed, ...others, ...time, ...conditions]);
  return sql`select ${claimPosition} from claims k
    where ${joinAnd([sql`k.project_id = ${ctx.projectId}`, lastCondition, ...allConditions])}`;
}

/** A query that counts the matching claims, up to `maxCount`. */
export function claimCountQuery(ctx: Context, filter: ClaimFilter, maxCount?: number): SQL {
  const { q, ...filterWithoutSearch } = filter;
  const { indexed, others, time } = claimConditions(filterWithoutSearch);
  // In the order of the index, and without other columns, so that PostgreSQL only reads the index.
  const claims = (columns: SQL, filters: readonly SQL[], limit = sql``) =>
    claimsInOrder({
      columns: sql`k.claimed_at${columns}`,
      indexed,
      conditions: [sql`k.project_id = ${ctx.projectId}`, ...time, ...unindexed(filters)],
      tail: sql`order by k.claimed_at desc ${limit}`,
    });
  if (!q && (others.length === 0 || maxCount === undefined)) return cappedCount(claims(sql``, others), maxCount);
  const allMatches = q ? allSearchMatches(ctx, filter, { limit: maxCount }) : otherIndexQuery(ctx, filterWithoutSearch, []);
  if (maxCount === undefined) return cappedCount(allMatches);
  const matches = q ? sql`(${sql.join(searchConditions(q), sql` or `)})` : joinAnd(others);
  return cappedSearchCount((limit) => claims(sql`, ${matches} as matches`, q ? others : [], sql`limit ${limit}`), allMatches, maxCount);
}
