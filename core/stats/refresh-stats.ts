import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { log } from "@/lib/log";
import type { Context } from "../context";
import type { Stat } from "./cached-stat";
import { codeCounts } from "./code-counts";
import { batchClaimCount, claimCount, leadCounts } from "./counts";
import { dailyClaimCounts, dailyLeadCounts } from "./daily-counts";
import { refreshStat } from "./refresh-stat";

const allStats: readonly Stat[] = [codeCounts, leadCounts, claimCount, dailyLeadCounts, dailyClaimCounts, batchClaimCount];

type ContextForProject = (projectId: number) => Context;
type DueStat = { project_id: number; name: string; subject: string; computed_at: string | null };

async function refreshEach(contextOf: ContextForProject, due: readonly DueStat[], stopping?: AbortSignal): Promise<void> {
  for (const { project_id: projectId, name, subject, computed_at: seen } of due) {
    const figure = allStats.find((each) => each.name === name);
    if (figure === undefined || stopping?.aborted) continue;
    await refreshStat(contextOf(projectId), figure, subject, seen).catch((err: unknown) => {
      if (!stopping?.aborted) log.error({ err, figure: name }, "a figure could not be counted again");
    });
  }
}

/** Counts again what somebody asked for within a day and nobody has counted for some minutes, so that whoever comes back finds nothing old; forgets what nobody asks for. */
export async function refreshStaleStats(db: Database, contextOf: ContextForProject, stopping?: AbortSignal): Promise<void> {
  await refreshEach(
    contextOf,
    await rows(
      db,
      sql`select project_id, name, subject, computed_at::text from stats where last_requested_at > now() - interval '1 day'
        and computed_at < now() - make_interval(secs => least(greatest(120, duration_ms * 0.05), 600)) order by computed_at`,
    ),
    stopping,
  );
  await db.execute(sql`delete from stats where last_requested_at < now() - interval '7 days'`);
}

/** Counts what the overview of each project shows and is not kept: after a crash nothing is, and the first who asks would wait for it. */
export async function computeMissingStats(db: Database, contextOf: ContextForProject, stopping?: AbortSignal): Promise<void> {
  const ofOverview = [codeCounts, leadCounts, claimCount].map(({ name }) => sql`(${name}, '')`);
  const ofDays = [dailyLeadCounts, dailyClaimCounts].map(({ name }) => sql`(${name}, p.time_zone)`);
  await refreshEach(
    contextOf,
    await rows(
      db,
      sql`select p.id as project_id, shown.name, shown.subject, null as computed_at
        from projects p, lateral (values ${sql.join([...ofOverview, ...ofDays], sql`, `)}) as shown (name, subject)
        where not exists (select from stats f where f.project_id = p.id and f.name = shown.name and f.subject = shown.subject)`,
    ),
    stopping,
  );
}
