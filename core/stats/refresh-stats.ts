import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { log } from "@/lib/log";
import type { Context } from "../context";
import { tagCounts } from "../tags";
import { isDueInWorker, type Stat } from "./cached-stat";
import { batchClaimCount, claimCount, codeCounts, leadCounts } from "./counts";
import { dailyClaimCounts, dailyLeadCounts } from "./daily-counts";
import { waitlistFunnel } from "./funnel";
import { refreshStat } from "./get-stat";

const allStats: readonly Stat[] = [
  codeCounts,
  leadCounts,
  claimCount,
  dailyLeadCounts,
  dailyClaimCounts,
  batchClaimCount,
  waitlistFunnel,
  tagCounts,
];

type ContextForProject = (projectId: number) => Context;
type DueStat = { project_id: number; name: string; subject: string; computed_at: string | null };

async function refreshEach(contextFor: ContextForProject, due: readonly DueStat[], signal?: AbortSignal): Promise<void> {
  for (const { project_id: projectId, name, subject, computed_at: computedAt } of due) {
    const stat = allStats.find((candidate) => candidate.name === name);
    if (stat === undefined || signal?.aborted) continue;
    await refreshStat(contextFor(projectId), stat, subject, computedAt).catch((err: unknown) => {
      if (!signal?.aborted) log.error({ err, stat: name }, "could not refresh a stat");
    });
  }
}

/** Refreshes stale stats that were requested within a day, so that returning users see recent numbers. Deletes those not requested for a week. */
export async function refreshStaleStats(db: Database, contextFor: ContextForProject, signal?: AbortSignal): Promise<void> {
  await refreshEach(
    contextFor,
    await queryRows(
      db,
      sql`select project_id, name, subject, computed_at::text from stats where last_requested_at > now() - interval '1 day'
        and ${isDueInWorker} order by computed_at`,
    ),
    signal,
  );
  await db.execute(sql`delete from stats where last_requested_at < now() - interval '7 days'`);
}

/** Computes the stats on each project's overview that aren't cached. After a database crash none are, and the first visitor would wait for them. */
export async function computeMissingStats(db: Database, contextFor: ContextForProject, signal?: AbortSignal): Promise<void> {
  const totals = [codeCounts, leadCounts, claimCount].map(({ name }) => sql`(${name}, '')`);
  const byTimeZone = [dailyLeadCounts, dailyClaimCounts, waitlistFunnel].map(({ name }) => sql`(${name}, p.time_zone)`);
  await refreshEach(
    contextFor,
    await queryRows(
      db,
      sql`select p.id as project_id, wanted.name, wanted.subject, null as computed_at
        from projects p, lateral (values ${sql.join([...totals, ...byTimeZone], sql`, `)}) as wanted (name, subject)
        where not exists (select from stats s where s.project_id = p.id and s.name = wanted.name and s.subject = wanted.subject)`,
    ),
    signal,
  );
}
