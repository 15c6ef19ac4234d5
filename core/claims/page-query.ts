import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listClaimsEndpoint } from "@/contract/claims";
import { normalizeCode } from "@/contract/normalize";
import type { Context } from "../context";
import type { Cursor } from "../pagination";
import { cappedCount, cappedSearchCount, firstMatches, orderBy, unindexed, scanLimits, type SortOrder, afterCursor } from "../sort-order";
import { isShortSearch, mayContainText } from "../search";
import { startsWith, containsPattern, joinAnd } from "../sql";

/** What narrows a list of claims. */
export type ClaimFilter = Pick<
  z.output<NonNullable<typeof listClaimsEndpoint.query>>,
  "q" | "code" | "email" | "batch" | "source" | "since" | "until"
>;

/** The order claims were made in. */
export const byClaimedAt = (down: boolean): SortOrder => ({
  columns: [
    { sql: sql`k.claimed_at`, type: "timestamptz" },
    { sql: sql`k.code_key`, type: "text" },
    { sql: sql`k.email`, type: "text" },
  ],
  descending: down,
});

const claimPosition = sql`k.claimed_at, k.code_key, k.email`;

/** What a filter but its `q` asks of claims `k`, each by itself. There is an index in the order made for any one of the first four. */
function claimConditions({ code, email, batch, source, since, until }: ClaimFilter): { first: SQL[]; further: SQL[]; when: SQL[] } {
  const pins = [
    ...(code ? [sql`k.code_key = ${code}`] : []),
    ...(email ? [sql`k.email = ${email}`] : []),
    ...(batch ? [sql`k.batch_id = ${batch}`] : []),
    ...(source ? [sql`k.source = ${source}`] : []),
  ];
  const when = [
    ...(since ? [sql`k.claimed_at >= ${since}::timestamptz`] : []),
    ...(until ? [sql`k.claimed_at < ${until}::timestamptz`] : []),
  ];
  // A code and an address name one claim at most.
  const first = pins.splice(0, code && email ? 2 : 1);
  return { first, further: pins, when };
}

type PageBounds = { order?: SortOrder; after?: Cursor | null; limit?: number };

/** The claims of a filter but its `q`, walked in the index of what is named first; the rest is asked in passing. */
function claimListQuery(ctx: Context, filter: ClaimFilter, { order = byClaimedAt(true), after = null, limit }: PageBounds = {}): SQL {
  const { first, further, when } = claimConditions(filter);
  const here = [sql`k.project_id = ${ctx.projectId}`, ...first, ...when, ...afterCursor(order, after), ...unindexed(further)];
  return sql`select ${claimPosition} from claims k where ${joinAnd(here)} order by ${orderBy(order)} ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
}

/** The conditions that a claim's address has `q` in it, or where that is short begins with it, and that its code begins with it. */
function searchConditions(q: string): [address: SQL, code: SQL] {
  const text = q.toLowerCase();
  const identity = normalizeCode(q);
  const address = isShortSearch(q) ? startsWith(sql`k.email`, text) : sql`k.email like ${containsPattern(text)}`;
  return [address, identity === "" ? sql`false` : startsWith(sql`k.code_key`, identity)];
}

/** The first claims that a search finds of each address and code; addresses are found among those of leads, which are in an index by their pieces. */
function allSearchMatches(ctx: Context, { q = "", ...filter }: ClaimFilter, { order = byClaimedAt(true), after = null, limit }: PageBounds = {}): SQL {
  const { first, further, when } = claimConditions(filter);
  const [address, code] = searchConditions(q);
  const fits = unindexed([...first, ...further, ...when, ...afterCursor(order, after)]);
  const own = sql`k.project_id = ${ctx.projectId}`;
  const elsewhere = unindexed([sql`not ${address}`]);
  const those = (is: SQL[], sorted: SQL) => sql`select ${claimPosition} from claims k where ${joinAnd([own, ...is, ...fits])} order by ${sorted}`;
  if (isShortSearch(q)) return sql`(${those([address], sql`k.email`)}) union all (${those([code, ...elsewhere], sql`k.code_key`)})`;
  const firstOf = (is: SQL[]) => sql`${those(is, orderBy(order))} ${limit === undefined ? sql`offset 0` : sql`limit ${limit}`}`;
  const people = sql`select l.email from leads l where ${joinAnd([sql`l.project_id = ${ctx.projectId}`, mayContainText(sql`l.search`, q), ...unindexed([sql`l.email like ${containsPattern(q.toLowerCase())}`])])}`;
  const codes = sql`select c.key from codes c where c.project_id = ${ctx.projectId} and ${normalizeCode(q) === "" ? sql`false` : startsWith(sql`c.key`, normalizeCode(q))}`;
  return sql`
    select k.* from (${people}) as m, lateral (${firstOf([sql`k.email = m.email`])}) as k
    union all
    select k.* from (${codes}) as m, lateral (${firstOf([sql`k.code_key = m.key`, ...elsewhere])}) as k`;
}

export type ClaimPage = { filter: ClaimFilter; down: boolean; after: Cursor | null; limit: number; look?: number };

/** The places of one page of claims, as a query. */
export function claimPageQuery(ctx: Context, { filter, down, after, limit, look = scanLimits.list }: ClaimPage): SQL {
  const order = byClaimedAt(down);
  const { q, ...others } = filter;
  const { first, further, when } = claimConditions(others);
  if (!q && further.length === 0) return claimListQuery(ctx, filter, { order, after, limit });
  const fits = q ? sql`(${sql.join(searchConditions(q), sql` or `)})` : joinAnd(further);
  const here = [sql`k.project_id = ${ctx.projectId}`, ...first, ...when, ...afterCursor(order, after), ...(q ? unindexed(further) : [])];
  return firstMatches({
    ...{ alias: sql`k`, answer: claimPosition, looked: look, order, limit },
    look: sql`select ${claimPosition}, ${fits} as fits from claims k where ${joinAnd(here)} order by ${orderBy(order)} limit ${look}`,
    collect: q ? allSearchMatches(ctx, filter, { order, after, limit }) : byLastConditionQuery(ctx, others, afterCursor(order, after)),
  });
}

/** What is named first has hardly any of what is named further: it is looked for the other way round. */
function byLastConditionQuery(ctx: Context, filter: ClaimFilter, and: readonly SQL[]): SQL {
  const { first, further, when } = claimConditions(filter);
  const [last = sql`true`] = further.slice(-1);
  return sql`select ${claimPosition} from claims k where ${joinAnd([sql`k.project_id = ${ctx.projectId}`, last, ...unindexed([...first, ...further, ...when, ...and])])}`;
}

/** How many claims match, counted no further than `most` where that is given; as a query. */
export function claimCountQuery(ctx: Context, filter: ClaimFilter, most?: number): SQL {
  const { q, ...others } = filter;
  const { first, further, when } = claimConditions(others);
  if (!q && (further.length === 0 || most === undefined)) return cappedCount(claimListQuery(ctx, filter), most);
  const all = q ? allSearchMatches(ctx, filter, { limit: most }) : byLastConditionQuery(ctx, others, []);
  if (most === undefined) return cappedCount(all);
  const fits = q ? sql`(${sql.join(searchConditions(q), sql` or `)})` : joinAnd(further);
  const here = [sql`k.project_id = ${ctx.projectId}`, ...first, ...when, ...(q ? unindexed(further) : [])];
  const look = (limit: SQL) =>
    sql`select ${fits} as fits from claims k where ${joinAnd(here)} order by ${orderBy(byClaimedAt(true))} limit ${limit}`;
  return cappedSearchCount(look, all, most);
}
