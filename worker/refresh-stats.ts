import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { computeMissingStats, refreshStaleStats } from "@/core/stats/refresh-stats";
import type { Database } from "@/db/client";
import { log } from "@/lib/log";

/** The time between refreshes, in milliseconds. */
const interval = 60_000;

/** How many refreshes pass between checks for missing stats. A database crash empties their unlogged table. */
const refreshesPerCheck = 30;

/** Refreshes the stats of all projects until `stopping` is aborted. */
export async function refreshStatsUntil(db: Database, contextFor: (projectId: number) => Context, stopping: AbortSignal): Promise<void> {
  for (let count = 0; !stopping.aborted; count++) {
    try {
      if (count % refreshesPerCheck === 0) await computeMissingStats(db, contextFor, stopping);
      await refreshStaleStats(db, contextFor, stopping);
    } catch (err) {
      if (!stopping.aborted) log.error({ err }, "stats could not be refreshed");
    }
    await sleep(interval, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}
