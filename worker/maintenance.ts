import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { expireInvitations, listProjectsWithDueInvitations, sendReminders } from "@/core/leads/invitations";
import { recountWaitlist } from "@/core/leads/waitlist";
import { computeMissingStats, refreshStaleStats } from "@/core/stats/refresh-stats";
import { saveReport } from "@/core/system-reports";
import { listProjectsWithDueWaves, runDueWaves } from "@/core/waves/run";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { cleanUpOutbox, outboxFolder } from "./outbox";

/** Reports the worker, refreshes the stats, recounts the waitlists of all projects, ends expired invitations, sends reminders, sends scheduled waves and cleans up the outbox until `stopping` is aborted. */
export function startMaintenance(db: Database, contextFor: (projectId: number) => Context, stopping: AbortSignal): void {
  void repeat(30_000, stopping, async () => {
    try {
      await saveReport(db, "worker", { disk: await measureDisk(), dailyBackups: env().DAILY_BACKUPS });
    } catch (err) {
      if (!stopping.aborted) log.warn({ err }, "worker could not be reported");
    }
  });
  void repeat(60_000, stopping, async (count) => {
    try {
      // A database crash empties the unlogged table of stats.
      if (count % 30 === 0) await computeMissingStats(db, contextFor, stopping);
      await refreshStaleStats(db, contextFor, stopping);
    } catch (err) {
      if (!stopping.aborted) log.error({ err }, "stats could not be refreshed");
    }
  });
  void repeat(15_000, stopping, async (count) => {
    try {
      // Every ten minutes, waitlists with only a few changes are recounted too.
      await recountChangedWaitlists(db, { force: count % 40 === 0 });
    } catch (err) {
      // Another worker recounted at the same time, or the database is unavailable. The next recount tries again.
      if (!stopping.aborted) log.warn({ err }, "waitlist could not be recounted");
    }
  });
  void repeat(30_000, stopping, async () => {
    try {
      for (const { project_id: projectId } of await listProjectsWithDueInvitations(db)) {
        await expireInvitations(contextFor(projectId));
        await sendReminders(contextFor(projectId));
      }
    } catch (err) {
      if (!stopping.aborted) log.error({ err }, "invitations could not be ended or reminded of");
    }
  });
  void repeat(5_000, stopping, async () => {
    try {
      for (const { project_id: projectId } of await listProjectsWithDueWaves(db)) await runDueWaves(contextFor(projectId));
    } catch (err) {
      // Another process holds a lock, or the database is unavailable. The next run tries again.
      if (!stopping.aborted) log.warn({ err }, "waves could not be sent");
    }
  });
  void repeat(600_000, stopping, async () => {
    try {
      await cleanUpOutbox(db, outboxFolder());
    } catch (err) {
      if (!stopping.aborted) log.warn({ err }, "outbox could not be cleaned up");
    }
  });
}

/** Measures the disk of the data folder, or of this folder until the data folder exists. */
async function measureDisk(): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(env().DATA_DIR).catch(() => statfs("."));
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Calls `run`, which never rejects, with pauses of `intervalMs`. */
async function repeat(intervalMs: number, stopping: AbortSignal, run: (count: number) => Promise<void>): Promise<void> {
  for (let count = 0; !stopping.aborted; count++) {
    await run(count);
    await sleep(intervalMs, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

async function recountChangedWaitlists(db: Database, options: { force: boolean }): Promise<void> {
  const projects = await queryRows<{ project_id: number }>(
    db,
    sql`select id as project_id from projects p where exists (select from waitlist_changes c where c.project_id = p.id)`,
  );
  for (const { project_id: projectId } of projects) await recountWaitlist(db, projectId, options);
}
