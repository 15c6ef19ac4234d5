import { type SQL, sql } from "drizzle-orm";
import type { DailyStats, Span } from "@/contract/daily-stats";
import { rows } from "@/db/rows";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { addDays, dayBoundaries, localDate } from "@/lib/time-zones";
import type { Context } from "../context";
import type { Stat } from "./cached-stat";
import { getStat } from "./get-stat";

/** How many there were on each day that had any. The subject is the time zone of the days, and a batch behind it where they are of one. */
type DailyCounts = Readonly<Record<string, number>>;

type DatedTable = { table: SQL; at: SQL; rest: SQL };

/** The leads and the claims of every day, read from an index that begins with their moment. */
export const dailyLeadCounts = dailyCountsStat("leads.days", { table: sql`leads x`, at: sql`x.created_at`, rest: sql`x.email` });
export const dailyClaimCounts = dailyCountsStat("claims.days", {
  table: sql`claims x`,
  at: sql`x.claimed_at`,
  rest: sql`x.code_key, x.email`,
});

function dailyCountsStat(name: string, { table, at, rest }: DatedTable): Stat<DailyCounts> {
  const all = ({ projectId }: Context, batch?: string): SQL =>
    sql`from ${table} where x.project_id = ${projectId}${batch === undefined ? sql`` : sql` and x.batch_id = ${batch}`}`;
  return {
    name,
    rows: (ctx, subject) => sql`select ${all(ctx, subject.split(" ")[1])} order by x.project_id, ${at}, ${rest}`,
    async count(ctx, subject) {
      const [zone = "UTC", batch] = subject.split(" ");
      const [range] = await rows<{ first: string | null; now: string }>(
        ctx.db,
        sql`select now() as now, (select min(${at}) ${all(ctx, batch)}) as first`,
      );
      if (!range || range.first === null) return {};
      const first = localDate(zone, new Date(isoTimestamp(range.first)));
      // Lists are narrowed to a day by the same moments.
      const starts = dayBoundaries(first, localDate(zone, new Date(isoTimestamp(range.now))), zone);
      const [begins, ends] = [starts.slice(0, -1), starts.slice(1)].map(
        (moments) => sql`string_to_array(${moments.join(",")}, ',')::timestamptz[]`,
      );
      const found = await rows<{ place: number; count: number }>(
        ctx.db,
        sql`select day.place::int, counted.count from unnest(${begins}, ${ends}) with ordinality as day (begins, ends, place), lateral (
          select count(*)::int as count ${all(ctx, batch)} and ${at} >= day.begins and ${at} < day.ends) as counted where counted.count > 0`,
      );
      return Object.fromEntries(found.map(({ place, count }) => [addDays(first, place - 1), count]));
    },
  };
}

/** Counts day by day, through today in the project's time zone. */
export async function getDailyStats(
  ctx: Context,
  of: Stat<DailyCounts>,
  { span = "30", batch }: { span?: Span; batch?: string },
): Promise<DailyStats> {
  const [project] = await rows<{ zone: string; now: string }>(
    ctx.db,
    sql`select time_zone as zone, now() as now from projects where id = ${ctx.projectId}`,
  );
  const zone = project?.zone ?? "UTC";
  const { value, asOf } = await getStat(ctx, of, batch === undefined ? zone : `${zone} ${batch}`);
  const today = localDate(zone, new Date(isoTimestamp(project?.now ?? "")));
  const first = span === "all" ? (Object.keys(value).sort()[0] ?? today) : addDays(today, 1 - Number(span));
  const days: DailyStats["days"] = [];
  for (let day = first; day <= today; day = addDays(day, 1)) days.push({ date: day, count: value[day] ?? 0 });
  return { asOf, days };
}
