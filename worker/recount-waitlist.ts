import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { recountWaitlist } from "@/core/leads/waitlist";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { log } from "@/lib/log";

/** The time between recounts, in milliseconds. */
const interval = 15_000;

/** Every this many recounts, waitlists with only a few changes are recounted too. */
const recountsPerFullRecount = 40;

/** Recounts the waitlist positions of projects with changes until `stopping` is aborted. */
export async function recountWaitlistsUntil(db: Database, stopping: AbortSignal): Promise<void> {
  for (let count = 0; !stopping.aborted; count++) {
    try {
      await recountChangedWaitlists(db, { force: count % recountsPerFullRecount === 0 });
    } catch (err) {
      // Another worker recounted at the same time, or the database is unavailable. The next recount tries again.
      if (!stopping.aborted) log.warn({ err }, "waitlist could not be recounted");
    }
    await sleep(interval, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

async function recountChangedWaitlists(db: Database, options: { force: boolean }): Promise<void> {
  const projects = await queryRows<{ project_id: number }>(
    db,
    sql`select id as project_id from projects p where exists (select from waitlist_changes c where c.project_id = p.id)`,
  );
  for (const { project_id: projectId } of projects) await recountWaitlist(db, projectId, options);
}
