import { type SQL, sql } from "drizzle-orm";
import { largeBatch } from "@/db/schema";
import type { Context } from "../context";
import type { Cursor } from "../listing";
import { direction, inOrder, inPassing, type Order, past } from "../order";
import { everyOne } from "../sql";
import { type CodeFilter, type Ends, end, furtherConditions, inSql, ofWholeBatches, pausedAmong, stretchOf, traitsOf } from "./filter";

/** The order codes were made in. */
export const asMade = (down: boolean): Order => ({
  columns: [
    { of: sql`c.batch_id`, type: "uuid" },
    { of: sql`c.position`, type: "int" },
  ],
  down,
});

/** The order of their ends, of those that have one. */
export const byEnd = (down: boolean): Order => ({
  columns: [{ of: sql`c.valid_until`, type: "timestamptz" }, ...asMade(down).columns],
  down,
});

/** The same as the index of a batch has it. */
export const byEndInBatch = (down: boolean): Order => ({ columns: [{ of: end, type: "timestamptz" }, ...asMade(down).columns], down });

/** The order of their identities. */
export const byKey = (down: boolean): Order => ({ columns: [{ of: sql`c.key`, type: "text" }], down });

/** Which codes are walked: those of a filter but its `q`, in an order or as they come, after a cursor, no more than `limit`. `traits` narrows it to some kinds of the filter's. */
export type Walk = { filter: CodeFilter; order: Order | null; after?: Cursor | null; limit?: number; ends?: Ends; traits?: SQL };

/** What a walk answers of each code `c`. */
export const place = sql`c.key, c.batch_id, c.position, c.valid_until`;

const ordered = (order: Order | null): SQL => (order === null ? sql`` : sql`order by ${inOrder(order)}`);
const stop = (limit: number | undefined): SQL => (limit === undefined ? sql`` : sql`limit ${limit}`);

/**
 * The places of codes, as a query. It walks an index in the list's order for each kind of traits that can match, and passes over large
 * batches of which no code can, so that what it reads is little more than what it answers.
 */
export function walk(ctx: Context, { filter, ...how }: Walk): SQL {
  const traits = traitsOf(filter);
  if (filter.reservedFor) return reservedFor(ctx, { filter, ...how });
  if (filter.status !== "paused") return inStretches(ctx, { filter, ...how, among: traits });
  // Paused by themselves; or with their batch, and not by themselves.
  const themselves = inStretches(ctx, { filter, ...how, among: pausedAmong(traits, true) });
  const withBatch = ofPausedBatches(ctx, { filter, ...how, among: pausedAmong(traits, false) });
  return sql`select * from (select * from (${themselves}) as one union all select * from (${withBatch}) as other) as c ${ordered(how.order)} ${stop(how.limit)}`;
}

type Pinned = Walk & { among: readonly number[] | null };

/** The codes reserved for one address, which are few or all alike. */
function reservedFor(ctx: Context, { filter, order, after = null, limit, ends }: Walk): SQL {
  const traits = traitsOf(filter);
  const fits = [...(traits === null ? [] : [sql`c.traits = any(${inSql(traits)})`]), ...furtherConditions(filter), ...endsAre(ends)];
  const here = [sql`c.project_id = ${ctx.projectId} and c.reserved_for = ${filter.reservedFor}`, ...(order ? past(order, after) : [])];
  return sql`select ${place} from codes c where ${everyOne([...here, ...inPassing(fits)])} ${ordered(order)} ${stop(limit)}`;
}

/** The condition that codes have an end, or have none. */
export function endsAre(ends: Ends = "any"): SQL[] {
  if (ends === "any") return [];
  return [ends === "some" ? sql`c.valid_until is not null` : sql`c.valid_until is null`];
}

/** The conditions that codes are of some kinds of traits. */
const areOf = (among: Pinned["among"], traits?: SQL): SQL[] => [
  ...(among === null ? [] : [sql`c.traits = any(${inSql(among)})`]),
  ...(traits ? [sql`c.traits = any(${traits})`] : []),
];

/** Each kind of traits from where it stands in the index that begins with them; `pins` name the part of it. */
function ofTraits(ctx: Context, { filter, order, after = null, limit, ends, traits, among }: Pinned, pins: readonly SQL[]): SQL {
  // The index by ends has those that have one; elsewhere it is asked in passing.
  const [fixed, passing] = ends === "some" ? [endsAre(ends), []] : [[], endsAre(ends)];
  const here = [sql`c.project_id = ${ctx.projectId}`, ...pins, ...fixed, ...(order ? past(order, after) : [])];
  const fits = inPassing([...passing, ...furtherConditions(filter)]);
  // Without an order it is given one all the same: it keeps to its index by that.
  const indexed = ordered(order ?? (ends === "some" ? byEnd(true) : asMade(true)));
  const one = (own: readonly SQL[]) =>
    sql`select ${place} from codes c where ${everyOne([...own, ...here, ...fits])} ${indexed} ${stop(limit)}`;
  if (traits === undefined && among === null && ends !== "some") return one([]);
  const kinds = traits
    ? sql`(select each.traits from unnest(${traits}) as each (traits) where each.traits = any(${inSql(among)}))`
    : sql`unnest(${inSql(among)})`;
  return sql`select c.* from ${kinds} as t (traits), lateral (${one([sql`c.traits = t.traits`])}) as c ${ordered(order)} ${stop(limit)}`;
}

/** The codes of paused batches, batch by batch; by their ends, from the index that has the batch first. */
function ofPausedBatches(ctx: Context, { among, traits, ...pinned }: Pinned): SQL {
  const { filter, order, after = null, limit, ends } = pinned;
  const pins = [...stretchOf(filter, ends), sql`c.batch_id = s.id`];
  const batches = sql`select b.id from batches b where b.project_id = ${ctx.projectId} and b.paused_at is not null ${filter.batch ? sql`and b.id = ${filter.batch}` : sql``}`;
  if (ends !== "some") {
    const turned = sql`order by b.id ${direction(order?.down ?? true)}`;
    const codes = ofTraits(ctx, { ...pinned, among, traits }, pins);
    return sql`select c.* from (${batches} ${turned}) as s, lateral (${codes}) as c
      ${order ? sql`order by s.id ${direction(order.down)}, ${inOrder(order)}` : sql``} ${stop(limit)}`;
  }
  const fits = inPassing([...areOf(among, traits), ...furtherConditions(filter)]);
  const own = byEndInBatch(order?.down ?? true);
  const here = [sql`c.project_id = ${ctx.projectId}`, ...pins, sql`${end} < 'infinity'`, ...past(own, order ? after : null), ...fits];
  const indexed = ordered(own);
  return sql`select c.* from (${batches}) as s, lateral (select ${place} from codes c where ${everyOne(here)} ${indexed} ${stop(limit)}) as c
    ${ordered(order)} ${stop(limit)}`;
}

const leastId = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const greatestId = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** Up to how many codes of a large batch that can match are looked up by themselves, and the batch passed over. */
const few = 500;

/** Large batches that the walk passes over as `cut`: those of which no code can match, and those of which only a few can, by their ends. */
function cutBatches(ctx: Context, { filter, ends }: Pinned): SQL | null {
  const { none, ends: possible } = ofWholeBatches(filter, ends);
  const byEnds = ends === "some";
  if (none.length === 0 && possible === null) return null;
  const never = none.length === 0 ? sql`false` : sql`(${sql.join(none, sql` or `)}) is true`;
  const counted = sql`select from codes c where c.project_id = b.project_id and c.batch_id = b.id and ${possible} limit ${few + 1}`;
  const atMostFew = possible === null ? sql`false` : sql`(select count(*) from (${counted}) as possible) <= ${few}`;
  return sql`select b.id, ${byEnds ? sql`b.valid_until` : sql`null::timestamptz`} as at, ${never} as never from batches b
    where b.project_id = ${ctx.projectId} and b.amount >= ${sql.raw(String(largeBatch))} ${byEnds ? sql`and b.valid_until is not null` : sql``}
      ${filter.batch ? sql`and b.id = ${filter.batch}` : sql``} and (${never} or ${atMostFew})`;
}

/** The few codes of batches that are passed over which can match. */
function ofCutBatches(ctx: Context, { filter, order, after = null, ends, among, traits }: Pinned): SQL[] {
  const { ends: possible } = ofWholeBatches(filter, ends);
  if (possible === null) return [];
  const own = [sql`c.project_id = ${ctx.projectId} and c.batch_id = cut.id and ${possible}`, ...(order ? past(order, after) : [])];
  const fits = inPassing([...areOf(among, traits), ...furtherConditions(filter)]);
  const codes = sql`select ${place} from codes c where ${everyOne([...own, ...fits])} order by ${end}, c.position`;
  return [sql`select c.* from (select * from cut where not never) as cut, lateral (${codes}) as c`];
}

/** The walk in stretches between the large batches that are passed over; in the order of ends, where codes have the end of the batch. */
function inStretches(ctx: Context, pinned: Pinned): SQL {
  const { filter, order, limit, ends } = pinned;
  const pins = stretchOf(filter, ends);
  const cut = cutBatches(ctx, pinned);
  if (cut === null) return ofTraits(ctx, pinned, pins);
  const byEnds = ends === "some";
  const point = byEnds ? sql`(c.valid_until, c.batch_id)` : sql`c.batch_id`;
  const [above, below] = byEnds ? [sql`(s.above_end, s.above)`, sql`(s.below_end, s.below)`] : [sql`s.above`, sql`s.below`];
  const between = [sql`${point} > ${above}`, sql`${point} < ${below}`];
  const down = direction(order?.down ?? true);
  const turned = byEnds ? sql`s.above_end ${down}, s.above ${down}` : sql`s.above ${down}`;
  const stretch = sql`
    select c.* from (select * from stretches as s order by ${turned}) as s, lateral (${ofTraits(ctx, pinned, [...pins, ...between])}) as c
    ${order === null ? sql`` : sql`order by ${turned}, ${inOrder(order)}`} ${stop(limit)}`;
  const parts = [stretch, ...ofCutBatches(ctx, pinned)].map((part) => sql`(${part})`);
  return sql`
    with cut as materialized (${cut}), stretches as (
      select lag(at, 1, '-infinity') over w as above_end, lag(id, 1, ${leastId}) over w as above, at as below_end, id as below
      from cut window w as (order by at, id)
      union all
      select coalesce(last.at, '-infinity'), coalesce(last.id, ${leastId}), 'infinity', ${greatestId}
      from (select) as one left join (select * from cut order by at desc, id desc limit 1) as last on true
    )
    select c.* from (${sql.join(parts, sql` union all `)}) as c ${ordered(order)} ${stop(limit)}`;
}
