import { type SQL, sql } from "drizzle-orm";
import type { DailyStats, Span } from "@/contract/fields";
import { queryRows } from "@/db/query";
import { addDays, dayBoundaries, isoTimestamp, localDate } from "@/lib/dates";
import type { Context } from "../context";
import type { Stat } from "./cached-stat";
import { getStat } from "./get-stat";

/** Counts by date; dates with a count of 0 are left out. The subject of the stat is the time zone, followed by a batch id if it's for one batch. */
type DailyCounts = Readonly<Record<string, number>>;

/** A table `t`, its timestamp, and the columns that follow the timestamp in the index. */
type TimestampedTable = {
  table: SQL;
  timestamp: SQL;
  indexTail: SQL;
  /** A query for how many of the rows of a period aren't counted. */
  leftOut?: (project: number, period: { from: SQL; to: SQL }) => SQL;
};

export const dailyLeadCounts = dailyCountsStat("daily_lead_counts", {
  table: sql`leads t`,
  timestamp: sql`t.created_at`,
  indexTail: sql`t.email`,
  // The leads of an import that have no date of their own.
  leftOut: (
    project,
    time,
  ) => sql`(select count(*) from imports i, leads l where i.project_id = ${project} and i.started_at >= ${time.from} and i.started_at < ${time.to}
    and l.project_id = i.project_id and l.created_at = i.started_at and l.source = 'import')`,
});
export const dailyClaimCounts = dailyCountsStat("daily_claim_counts", {
  table: sql`claims t`,
  timestamp: sql`t.claimed_at`,
  indexTail: sql`t.code_key, t.email`,
});

function dailyCountsStat(name: string, { table, timestamp, indexTail, leftOut }: TimestampedTable): Stat<DailyCounts> {
  const fromTable = ({ projectId }: Context, batch?: string): SQL =>
    sql`from ${table} where t.project_id = ${projectId}${batch === undefined ? sql`` : sql` and t.batch_id = ${batch}`}`;
  return {
    name,
    rows: (ctx, subject) => sql`select ${fromTable(ctx, subject.split(" ")[1])} order by t.project_id, ${timestamp}, ${indexTail}`,
    async count(ctx, subject) {
      const [zone = "UTC", batch] = subject.split(" ");
      const [range] = await queryRows<{ first: string | null; now: string }>(
        ctx.db,
        sql`select now() as now, (select min(${timestamp}) ${fromTable(ctx, batch)}) as first`,
      );
      if (!range || range.first === null) return {};
      const firstDate = localDate(zone, new Date(isoTimestamp(range.first)));
      // The date filters of lists use the same boundaries.
      const boundaries = dayBoundaries(firstDate, localDate(zone, new Date(isoTimestamp(range.now))), zone);
      const [starts, ends] = [boundaries.slice(0, -1), boundaries.slice(1)].map(
        (times) => sql`string_to_array(${times.join(",")}, ',')::timestamptz[]`,
      );
      const counts = await queryRows<{ number: number; count: number }>(
        ctx.db,
        sql`select day.number::int, counted.count from unnest(${starts}, ${ends}) with ordinality as day (starts_at, ends_at, number), lateral (
          select (count(*) - ${leftOut?.(ctx.projectId, { from: sql`day.starts_at`, to: sql`day.ends_at` }) ?? sql`0`})::int as count ${fromTable(ctx, batch)} and ${timestamp} >= day.starts_at and ${timestamp} < day.ends_at
        ) as counted where counted.count > 0`,
      );
      return Object.fromEntries(counts.map(({ number, count }) => [addDays(firstDate, number - 1), count]));
    },
  };
}

/** Returns the counts of each day up to today in the project's time zone. */
export async function getDailyStats(
  ctx: Context,
  stat: Stat<DailyCounts>,
  { span = "30", batch }: { span?: Span; batch?: string },
): Promise<DailyStats> {
  const [project] = await queryRows<{ zone: string; now: string }>(
    ctx.db,
    sql`select time_zone as zone, now() as now from projects where id = ${ctx.projectId}`,
  );
  const zone = project?.zone ?? "UTC";
  const { value, asOf } = await getStat(ctx, stat, batch === undefined ? zone : `${zone} ${batch}`);
  const today = localDate(zone, new Date(isoTimestamp(project?.now ?? "")));
  const firstDate = span === "all" ? (Object.keys(value).sort()[0] ?? today) : addDays(today, 1 - Number(span));
  const days: DailyStats["days"] = [];
  for (let date = firstDate; date <= today; date = addDays(date, 1)) days.push({ date, count: value[date] ?? 0 });
  return { asOf, days };
}
