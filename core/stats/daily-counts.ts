import { type SQL, sql } from "drizzle-orm";
import { sources } from "@/contract/enums";
import type { DailyStats, Span } from "@/contract/fields";
import { queryRows } from "@/db/query";
import { addDays, dayBoundaries, isoTimestamp, localDate } from "@/lib/dates";
import type { Context } from "../context";
import type { Stat } from "./cached-stat";
import { getStat } from "./get-stat";

/** Counts by date; dates with a count of 0 are left out. The subject of the stat is the time zone, followed by a batch id if it's for one batch. */
type DailyCounts = Readonly<Record<string, number>>;

/** Rows of a project, or of one of its batches. */
type Rows = (projectId: number, batch?: string) => SQL;

type TimestampedTable = {
  /** All rows `t`, for `from`. */
  rows: Rows;
  timestamp: SQL;
  /** A query for the first timestamp. */
  first: Rows;
  /** All rows `t` in the order of an index, for `from`. */
  inIndexOrder: Rows;
  /** Reads how many rows with which timestamps aren't counted. */
  readUncounted?: (ctx: Context) => Promise<{ at: string; count: number }[]>;
};

const leadsOfProject: Rows = (projectId) => sql`leads t where t.project_id = ${projectId}`;

export const dailyLeadCounts = dailyCountsStat("daily_lead_counts", {
  rows: leadsOfProject,
  timestamp: sql`t.created_at`,
  first: (projectId) => sql`select min(t.created_at) from ${leadsOfProject(projectId)}`,
  inIndexOrder: (projectId) => sql`${leadsOfProject(projectId)} order by t.project_id, t.created_at, t.email`,
  readUncounted: readUndatedImports,
});

const claimsOfBatch = (projectId: number, batch: string) => sql`claims t where t.project_id = ${projectId} and t.batch_id = ${batch}`;

/** Merges what a query returns for each source, because the index of all claims starts with it. */
const ofSources = (projectId: number, tail = sql``): SQL =>
  sql.join(
    sources.map((source) => sql`(select k.claimed_at from claims k where k.project_id = ${projectId} and k.source = ${source} ${tail})`),
    sql` union all `,
  );

export const dailyClaimCounts = dailyCountsStat("daily_claim_counts", {
  rows: (projectId, batch) => (batch === undefined ? sql`(${ofSources(projectId)}) as t where true` : claimsOfBatch(projectId, batch)),
  timestamp: sql`t.claimed_at`,
  first: (projectId, batch) =>
    sql`select min(t.claimed_at) from ${batch === undefined ? sql`(${ofSources(projectId, sql`order by k.claimed_at limit 1`)}) as t` : claimsOfBatch(projectId, batch)}`,
  inIndexOrder: (projectId, batch) =>
    batch === undefined
      ? sql`claims t where t.project_id = ${projectId} order by t.project_id, t.email, t.code_key`
      : sql`${claimsOfBatch(projectId, batch)} order by t.project_id, t.claimed_at`,
});

function dailyCountsStat(name: string, { rows, timestamp, first, inIndexOrder, readUncounted }: TimestampedTable): Stat<DailyCounts> {
  return {
    name,
    rows: ({ projectId }, subject) => sql`select from ${inIndexOrder(projectId, subject.split(" ")[1])}`,
    async count(ctx, subject) {
      const [zone = "UTC", batch] = subject.split(" ");
      const [range] = await queryRows<{ first: string | null; now: string }>(
        ctx.db,
        sql`select now() as now, (${first(ctx.projectId, batch)}) as first`,
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
          select count(*)::int as count from ${rows(ctx.projectId, batch)} and ${timestamp} >= day.starts_at and ${timestamp} < day.ends_at
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
