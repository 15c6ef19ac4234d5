import { sql } from "drizzle-orm";
import type { Source } from "@/contract/lead-filters";
import type { WaitlistFunnel } from "@/contract/waitlist";
import { queryRows } from "@/db/query";
import { addDays, isoTimestamp, localDate, startOfDay, weekdayIndex } from "@/lib/dates";
import { type Context, getDatabaseTime } from "../context";
import { isConfirmed } from "../leads/confirmation";
import { getProject } from "../projects/record";
import type { Stat } from "./cached-stat";
import { getStat } from "./get-stat";

type FunnelCounts = WaitlistFunnel["total"];
type Funnel = Omit<WaitlistFunnel, "asOf">;

const weekCount = 12;

/** Source tags that are listed. The others are added up. */
const maxSources = 20;

/** Those who joined the waitlist or were invited. Everyone who claimed without that isn't part of the funnel. */
const isInFunnel = sql`(l.on_waitlist or l.waitlist_changed_at is not null or l.invited_at is not null or l.status <> 'active')`;

type FunnelGroup = { group: "total" | "channel" | "source" | "week"; source_tag: string | null; source: Source; week: number };

const largestFirst = (a: FunnelCounts & FunnelGroup, b: FunnelCounts & FunnelGroup): number =>
  b.joined - a.joined || (a.source_tag ?? a.source ?? "").localeCompare(b.source_tag ?? b.source ?? "");

const addUp = (rows: readonly FunnelCounts[]): FunnelCounts => {
  const sum = (name: keyof FunnelCounts) => rows.reduce((total, row) => total + row[name], 0);
  return { joined: sum("joined"), confirmed: sum("confirmed"), invited: sum("invited"), claimed: sum("claimed") };
};

/** The waitlist's funnel, in one pass. Its subject is the time zone of the weeks. */
export const waitlistFunnel: Stat<Funnel> = {
  name: "waitlist_funnel",
  rows: ({ projectId }) => sql`select from leads l where l.project_id = ${projectId} order by l.project_id, l.email`,
  async count(ctx, zone) {
    const { db, projectId } = ctx;
    const today = localDate(zone, new Date(isoTimestamp(await getDatabaseTime(ctx))));
    const firstWeek = addDays(today, -weekdayIndex(today) - 7 * (weekCount - 1));
    const weeks = Array.from({ length: weekCount }, (_, index) => addDays(firstWeek, 7 * index));
    const starts = weeks.map((week) => startOfDay(week, zone));
    const rows = await queryRows<FunnelCounts & FunnelGroup>(
      db,
      sql`select case when grouping(l.week) = 0 then 'week' when grouping(l.source) = 0 then 'channel' when grouping(l.source_tag) = 0 then 'source' else 'total' end as group,
          l.source_tag, l.source, l.week, count(*)::int as joined, count(*) filter (where l.is_confirmed)::int as confirmed,
          count(*) filter (where l.is_invited)::int as invited, count(*) filter (where l.has_claimed)::int as claimed
        from (select l.source_tag, l.source, l.has_claimed, ${isConfirmed} as is_confirmed,
            l.invited_at is not null or l.has_claimed as is_invited, width_bucket(l.created_at, string_to_array(${starts.join(",")}, ',')::timestamptz[]) as week
          from leads l where l.project_id = ${projectId} and ${isInFunnel}) as l
        group by grouping sets ((), (l.source), (l.source_tag), (l.week))`,
    );
    const inGroup = (group: FunnelGroup["group"]) => rows.filter((row) => row.group === group).sort(largestFirst);
    const sources = inGroup("source");
    return {
      total: addUp(inGroup("total")),
      channels: inGroup("channel").map((row) => ({ source: row.source, ...addUp([row]) })),
      sources: sources.slice(0, maxSources).map((row) => ({ sourceTag: row.source_tag, ...addUp([row]) })),
      otherSources: sources.length > maxSources ? addUp(sources.slice(maxSources)) : null,
      // Bucket 0 is before the first week.
      weeks: weeks
        .map((week, index) => ({ week, ...addUp(rows.filter((row) => row.group === "week" && row.week === index + 1)) }))
        .reverse(),
    };
  },
};

/** Returns how many people joined, confirmed, were invited and claimed, in total, by channel, source tag and week. */
export async function getWaitlistFunnel(ctx: Context): Promise<WaitlistFunnel> {
  const { timeZone } = await getProject(ctx);
  const { value, asOf } = await getStat(ctx, waitlistFunnel, timeZone);
  return { asOf, ...value };
}
