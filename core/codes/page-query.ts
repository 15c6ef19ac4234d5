import { type SQL, sql } from "drizzle-orm";
import { secondWord } from "@/db/schema";
import type { Context } from "../context";
import type { Cursor } from "../listing";
import { capped, firstMatching, inOrder, inPassing, looks, type Order, past } from "../order";
import { everyOne } from "../sql";
import { beginnings, type CodeFilter, codeBegins, type Ends, end, furtherConditions, inSql, traitConditions, traitsOf } from "./filter";
import { asMade, byEnd, byEndInBatch, byKey, endsAre, place, walk } from "./walk";

/** What a list of codes is in the order of. */
export type Sort = "created" | "code" | "validUntil";

export type Ask = { filter: CodeFilter; down: boolean; after: Cursor | null; limit: number; look?: { list: number; part: number } };

/** The places of one page of codes, as a query; by `sort`, codes without an end come last. */
export function page(ctx: Context, sort: Sort, ask: Ask): SQL {
  if (sort === "code") return ofOrder(ctx, { ...ask, order: byKey(ask.down) });
  if (sort === "created") return ofOrder(ctx, { ...ask, order: asMade(ask.down) });
  const { after, limit } = ask;
  const [end, ...made] = after ?? [];
  const endless = ofOrder(ctx, { ...ask, ends: "none", order: asMade(ask.down), after: end === "" ? made : null });
  const ended = ofOrder(ctx, { ...ask, ends: "some", order: byEnd(ask.down), after: end === "" ? null : after });
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

const sameOrder = (one: Order, other: Order): boolean => one.columns.length === other.columns.length;

type Ordered = Ask & { order: Order; ends?: Ends };

function ofOrder(ctx: Context, ask: Ordered): SQL {
  const { filter, order, after, limit, ends } = ask;
  if (filter.q) return found(ctx, ask);
  if (sameOrder(order, byKey(true))) return ofKeys(ctx, ask);
  if (ends === "some" && filter.batch && !filter.reservedFor) return ofBatchByEnd(ctx, ask);
  return walk(ctx, { filter, order, after, limit, ends });
}

/** A search. The newest may have enough of what is looked for; in other orders all that begin so are collected. */
function found(ctx: Context, { filter, order, after, limit, ends, look: { list: looked } = looks }: Ordered): SQL {
  const { q = "", ...others } = filter;
  // In the order of identities those that begin so stand together.
  const asKeys = sameOrder(order, byKey(true)) ? sql`order by ${inOrder(order)} limit ${limit}` : undefined;
  const collect = collected(ctx, filter, q, [...past(order, after), ...endsAre(ends)], asKeys);
  if (!sameOrder(order, asMade(true)) || filter.reservedFor)
    return sql`select * from (${collect}) as c order by ${inOrder(order)} limit ${limit}`;
  const passing = walk(ctx, { filter: others, order, after, limit: looked, ends });
  const look = sql`select ${place}, ${codeBegins(q)} as fits from (${passing}) as w, lateral (select * from codes c where c.project_id = ${ctx.projectId} and c.key = w.key offset 0) as c`;
  return firstMatching({ alias: sql`c`, answer: place, look, looked, collect, order, limit });
}

/** All codes of a filter that begin with `q`, or whose second word does. */
function collected(ctx: Context, filter: CodeFilter, q: string, and: readonly SQL[], tail = sql`order by c.key`): SQL {
  const fits = inPassing([...and, ...traitConditions(filter), ...furtherConditions(filter)]);
  const [first, second] = beginnings(q);
  const those = (begins: SQL, end: SQL) =>
    sql`(select ${place} from codes c where ${everyOne([sql`c.project_id = ${ctx.projectId}`, begins, ...fits])} ${end})`;
  return sql`${those(first, tail)} union all ${those(sql`${second} and ${everyOne(inPassing([sql`not ${first}`]))}`, sql`order by ${secondWord(sql`c.text`)}`)}`;
}

/** In the order of identities a kind of traits is mixed evenly, whatever batches its codes are of. */
function ofKeys(ctx: Context, { filter, order, after, limit, look: { part: looked } = looks }: Ordered): SQL {
  const traits = traitsOf(filter);
  if (filter.reservedFor) return walk(ctx, { filter, order, after, limit });
  const fits = [...furtherConditions(filter), ...(filter.status === "paused" ? traitConditions(filter) : [])];
  const here = (own: SQL[]) => everyOne([sql`c.project_id = ${ctx.projectId}`, ...own, ...past(order, after)]);
  const sorted = (most: number) => sql`order by ${inOrder(order)} limit ${most}`;
  if (fits.length === 0 && traits === null) return sql`select ${place} from codes c where ${here([])} ${sorted(limit)}`;
  const own = [sql`c.traits = kind.traits`];
  const look = sql`select ${place}, ${everyOne(fits)} as fits from codes c where ${here(own)} ${sorted(looked)}`;
  const all = walk(ctx, { filter, order: null, traits: sql`array[kind.traits]` });
  const collect = sql`select * from (${all}) as c where ${everyOne(past(order, after).concat(sql`true`))}`;
  const one =
    fits.length === 0
      ? sql`select ${place} from codes c where ${here(own)} ${sorted(limit)}`
      : firstMatching({ alias: sql`c`, answer: place, look, looked, collect, order, limit });
  return sql`select c.* from unnest(${inSql(traits)}) as kind (traits), lateral (${one}) as c ${sorted(limit)}`;
}

/** Of one batch, by their ends: nearly all have the same, and stand together as they were made. */
function ofBatchByEnd(ctx: Context, { filter, order: { down }, after, limit, look: { list: looked } = looks }: Ordered): SQL {
  const order = byEndInBatch(down);
  const fits = [...traitConditions(filter), ...furtherConditions(filter)];
  const here = everyOne([
    sql`c.project_id = ${ctx.projectId} and c.batch_id = ${filter.batch} and ${end} < 'infinity'`,
    ...past(order, after),
  ]);
  const look = sql`select ${place}, ${everyOne(fits)} as fits from codes c where ${here} order by ${inOrder(order)} limit ${looked}`;
  const all = walk(ctx, { filter, order: null, ends: "some" });
  const collect = sql`select * from (${all}) as c where ${everyOne(past(order, after).concat(sql`true`))}`;
  return firstMatching({ alias: sql`c`, answer: place, look, looked, collect, order, limit });
}

/** How many codes match, counted no further than `most` where that is given; as a query. */
export const counting = (ctx: Context, filter: CodeFilter, most?: number): SQL =>
  capped(filter.q ? collected(ctx, filter, filter.q, []) : walk(ctx, { filter, order: null, limit: most }), most);
