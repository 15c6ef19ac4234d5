import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listClaimsEndpoint } from "@/contract/claims";
import { codeIdentity } from "@/contract/text";
import type { Context } from "../context";
import type { Cursor } from "../listing";
import { capped, cappedSearch, firstMatching, inOrder, inPassing, looks, type Order, past } from "../order";
import { isShort, mayHave } from "../search";
import { beginsWith, containing, everyOne } from "../sql";

/** What narrows a list of claims. */
export type ClaimFilter = Pick<
  z.output<NonNullable<typeof listClaimsEndpoint.query>>,
  "q" | "code" | "email" | "batch" | "source" | "since" | "until"
>;

/** The order claims were made in. */
export const asClaimed = (down: boolean): Order => ({
  columns: [
    { of: sql`k.claimed_at`, type: "timestamptz" },
    { of: sql`k.code_key`, type: "text" },
    { of: sql`k.email`, type: "text" },
  ],
  down,
});

const place = sql`k.claimed_at, k.code_key, k.email`;

/** What a filter but its `q` asks of claims `k`, each by itself. There is an index in the order made for any one of the first four. */
function pinsOf({ code, email, batch, source, since, until }: ClaimFilter): { first: SQL[]; further: SQL[]; when: SQL[] } {
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

type Tail = { order?: Order; after?: Cursor | null; limit?: number };

/** The claims of a filter but its `q`, walked in the index of what is named first; the rest is asked in passing. */
function walk(ctx: Context, filter: ClaimFilter, { order = asClaimed(true), after = null, limit }: Tail = {}): SQL {
  const { first, further, when } = pinsOf(filter);
  const here = [sql`k.project_id = ${ctx.projectId}`, ...first, ...when, ...past(order, after), ...inPassing(further)];
  return sql`select ${place} from claims k where ${everyOne(here)} order by ${inOrder(order)} ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
}

/** The conditions that a claim's address has `q` in it, or where that is short begins with it, and that its code begins with it. */
function searched(q: string): [address: SQL, code: SQL] {
  const text = q.toLowerCase();
  const identity = codeIdentity(q);
  const address = isShort(q) ? beginsWith(sql`k.email`, text) : sql`k.email like ${containing(text)}`;
  return [address, identity === "" ? sql`false` : beginsWith(sql`k.code_key`, identity)];
}

/** The first claims that a search finds of each address and code; addresses are found among those of leads, which are in an index by their pieces. */
function collected(ctx: Context, { q = "", ...filter }: ClaimFilter, { order = asClaimed(true), after = null, limit }: Tail = {}): SQL {
  const { first, further, when } = pinsOf(filter);
  const [address, code] = searched(q);
  const fits = inPassing([...first, ...further, ...when, ...past(order, after)]);
  const own = sql`k.project_id = ${ctx.projectId}`;
  const elsewhere = inPassing([sql`not ${address}`]);
  const those = (is: SQL[], sorted: SQL) => sql`select ${place} from claims k where ${everyOne([own, ...is, ...fits])} order by ${sorted}`;
  if (isShort(q)) return sql`(${those([address], sql`k.email`)}) union all (${those([code, ...elsewhere], sql`k.code_key`)})`;
  const firstOf = (is: SQL[]) => sql`${those(is, inOrder(order))} ${limit === undefined ? sql`offset 0` : sql`limit ${limit}`}`;
  const people = sql`select l.email from leads l where ${everyOne([sql`l.project_id = ${ctx.projectId}`, mayHave(sql`l.search`, q), ...inPassing([sql`l.email like ${containing(q.toLowerCase())}`])])}`;
  const codes = sql`select c.key from codes c where c.project_id = ${ctx.projectId} and ${codeIdentity(q) === "" ? sql`false` : beginsWith(sql`c.key`, codeIdentity(q))}`;
  return sql`
    select k.* from (${people}) as m, lateral (${firstOf([sql`k.email = m.email`])}) as k
    union all
    select k.* from (${codes}) as m, lateral (${firstOf([sql`k.code_key = m.key`, ...elsewhere])}) as k`;
}

export type Ask = { filter: ClaimFilter; down: boolean; after: Cursor | null; limit: number; look?: number };

/** The places of one page of claims, as a query. */
export function page(ctx: Context, { filter, down, after, limit, look = looks.list }: Ask): SQL {
  const order = asClaimed(down);
  const { q, ...others } = filter;
  const { first, further, when } = pinsOf(others);
  if (!q && further.length === 0) return walk(ctx, filter, { order, after, limit });
  const fits = q ? sql`(${sql.join(searched(q), sql` or `)})` : everyOne(further);
  const here = [sql`k.project_id = ${ctx.projectId}`, ...first, ...when, ...past(order, after), ...(q ? inPassing(further) : [])];
  return firstMatching({
    ...{ alias: sql`k`, answer: place, looked: look, order, limit },
    look: sql`select ${place}, ${fits} as fits from claims k where ${everyOne(here)} order by ${inOrder(order)} limit ${look}`,
    collect: q ? collected(ctx, filter, { order, after, limit }) : bySecond(ctx, others, past(order, after)),
  });
}

/** What is named first has hardly any of what is named further: it is looked for the other way round. */
function bySecond(ctx: Context, filter: ClaimFilter, and: readonly SQL[]): SQL {
  const { first, further, when } = pinsOf(filter);
  const [last = sql`true`] = further.slice(-1);
  return sql`select ${place} from claims k where ${everyOne([sql`k.project_id = ${ctx.projectId}`, last, ...inPassing([...first, ...further, ...when, ...and])])}`;
}

/** How many claims match, counted no further than `most` where that is given; as a query. */
export function counting(ctx: Context, filter: ClaimFilter, most?: number): SQL {
  const { q, ...others } = filter;
  const { first, further, when } = pinsOf(others);
  if (!q && (further.length === 0 || most === undefined)) return capped(walk(ctx, filter), most);
  const all = q ? collected(ctx, filter, { limit: most }) : bySecond(ctx, others, []);
  if (most === undefined) return capped(all);
  const fits = q ? sql`(${sql.join(searched(q), sql` or `)})` : everyOne(further);
  const here = [sql`k.project_id = ${ctx.projectId}`, ...first, ...when, ...(q ? inPassing(further) : [])];
  const look = (limit: SQL) =>
    sql`select ${fits} as fits from claims k where ${everyOne(here)} order by ${inOrder(asClaimed(true))} limit ${limit}`;
  return cappedSearch(look, all, most);
}
