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
  /** Reads how many rows with which timestamps aren't counted. */
  readUncounted?: (ctx: Context) => Promise<{ at: string; count: number }[]>;
};

export const dailyLeadCounts = dailyCountsStat("daily_lead_counts", {
  table: sql`leads t`,
  timestamp: sql`t.created_at`,
  indexTail: sql`t.email`,
  readUncounted: readUndatedImports,
});
export const dailyClaimCounts = dailyCountsStat("daily_claim_counts", {
  table: sql`claims t`,
  timestamp: sql`t.claimed_at`,
  indexTail: sql`t.code_key, t.email`,
});

function dailyCountsStat(name: string, { table, timestamp, indexTail, readUncounted }: TimestampedTable): Stat<DailyCounts> {
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
          select count(*)::int as count ${fromTable(ctx, batch)} and ${timestamp} >= day.starts_at and ${timestamp} < day.ends_at
        ) as counted where counted.count > 0`,
      );
      const byDate = new Map(counts.map(({ number, count }) => [addDays(firstDate, number - 1), count]));
      for (const { at, count } of (await readUncounted?.(ctx)) ?? []) {
        const date = localDate(zone, new Date(isoTimestamp(at)));
        byDate.set(date, (byDate.get(date) ?? 0) - count);
      }
      return Object.fromEntries([...byDate].filter(([, count]) => count > 0));
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

/** Counts the leads of imports whose rows had no date. They have the time of their import, but didn't sign up then. */
function readUndatedImports({ db, projectId }: Context): Promise<{ at: string; count: number }[]> {
  return queryRows(
    db,
    sql`select i.started_at as at, (select count(*)::int from leads l where l.project_id = i.project_id and l.created_at = i.started_at and l.source = 'import') as count
      from imports i where i.project_id = ${projectId} and i.started_at is not null`,
  );
}
