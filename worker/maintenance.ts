import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { listProjectsWithEndedCodes, recordEndedCodes } from "@/core/codes/expire";
import type { Context } from "@/core/context";
import { eraseExpiredResponses } from "@/core/idempotency";
import { expireInvitations, listProjectsWithDueInvitations, sendReminders } from "@/core/leads/invitations";
import { listProjectsWithOpenInvitations, repairInvitations } from "@/core/leads/update-invitations";
import { listProjectsWithWaitlistChanges, recountWaitlist } from "@/core/leads/waitlist";
import { cancelNextPart, listSendsToCancel } from "@/core/sends/cancel";
import { finishSend, listSendsToFinish } from "@/core/sends/finish";
import { outboxFolder } from "@/core/sends/saved-files";
import { computeMissingStats, refreshStaleStats } from "@/core/stats/refresh-stats";
import { saveReport } from "@/core/system-reports";
import { listProjectsWithDueWaves, runDueWaves } from "@/core/waves/run";
import { listProjectsWithSummaries, sendDailySummaries } from "@/core/webhooks/daily-summary";
import type { Database } from "@/db/client";
import { readDatabaseClock } from "@/db/clock";
import { pollingIntervalSeconds } from "@/db/queue";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { cleanUpOutbox } from "./outbox";

/** How failures are logged: as errors where nothing but a defect or an outage is likely. */
type Level = "warn" | "error";

/** How often invitations that are due and waves that are due are looked for, in milliseconds. */
const waitlistInterval = 2500 * pollingIntervalSeconds;

/** Reports the worker, refreshes the stats, recounts the waitlists of all projects, ends invitations that have expired or no longer work, sends reminders, sends scheduled waves, records sends that finished and codes that ended, and sends the daily summaries to chats and cleans up the outbox until `stopping` is aborted. */
export function startMaintenance(db: Database, contextFor: (projectId: number) => Context, stopping: AbortSignal): void {
  /** Runs a step that other processes can prevent for a while, such as with a lock. The next run tries again. */
  const attempt = async (failure: string, run: () => Promise<void>, level: Level = "warn"): Promise<void> => {
    try {
      await run();
    } catch (err) {
      if (!stopping.aborted) log[level]({ err }, failure);
    }
  };
  const every = (intervalMs: number, failure: string, run: (count: number) => Promise<void>, level?: Level) =>
    void repeat(intervalMs, stopping, (count) => attempt(failure, () => run(count), level));

  every(30_000, "worker could not be reported", async () =>
    saveReport(db, "worker", { disk: await measureDisk(), dailyBackups: env().DAILY_BACKUPS }),
  );
  every(10_000, "the database's clock could not be read", () => readDatabaseClock(db));
  every(15_000, "expired responses could not be erased", () => eraseExpiredResponses(db));
  const refreshStats = async (count: number) => {
    // A database crash empties the unlogged table of stats.
    if (count % 30 === 0) await computeMissingStats(db, contextFor, stopping);
    await refreshStaleStats(db, contextFor, stopping);
  };
  every(60_000, "stats could not be refreshed", refreshStats, "error");
  // Every ten minutes, waitlists with only a few changes are recounted too.
  every(15_000, "waitlist could not be recounted", (count) => recountChangedWaitlists(db, { force: count % 40 === 0 }));
  void repeat(waitlistInterval, stopping, async () => {
    const processInvitations = async () => {
      for (const { project_id: projectId } of await listProjectsWithDueInvitations(db)) {
        await expireInvitations(contextFor(projectId));
        await sendReminders(contextFor(projectId));
      }
    };
    await attempt("invitations could not be processed", processInvitations, "error");
    // Afterwards, so that the places of invitations that have just expired are passed on.
    await attempt("waves could not be sent", async () => {
      for (const { project_id: projectId } of await listProjectsWithDueWaves(db)) await runDueWaves(contextFor(projectId));
    });
  });
  // What a request, or a worker that died, left unfinished.
  every(waitlistInterval, "sends could not be canceled", async () => {
    for (const { project_id: projectId, id } of await listSendsToCancel(db))
      while (!stopping.aborted && !(await cancelNextPart(contextFor(projectId), id)));
  });
  every(waitlistInterval, "sends could not be finished", async () => {
    for (const { project_id: projectId, id } of await listSendsToFinish(db)) await finishSend(contextFor(projectId), id);
  });
  every(20_000, "codes that ended could not be recorded", async () => {
    for (const { project_id: projectId } of await listProjectsWithEndedCodes(db)) await recordEndedCodes(contextFor(projectId));
  });
  every(3_600_000, "invitations could not be repaired", async () => {
    for (const { project_id: projectId } of await listProjectsWithOpenInvitations(db)) await repairInvitations(contextFor(projectId));
  });
  every(300_000, "summaries could not be sent", async () => {
    for (const { project_id: projectId } of await listProjectsWithSummaries(db)) await sendDailySummaries(contextFor(projectId));
  });
  every(600_000, "outbox could not be cleaned up", () => cleanUpOutbox(db, outboxFolder()));
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
  for (const { project_id: projectId } of await listProjectsWithWaitlistChanges(db)) await recountWaitlist(db, projectId, options);
}
