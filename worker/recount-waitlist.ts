import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { countLine } from "@/core/leads/line";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { log } from "@/lib/log";

/** How often the lines of all projects are looked at, in milliseconds; and after how many times one in which little changed is counted again too. */
const round = 15_000;
const roundsToAny = 40;

/** Counts the lines of those who wait again where they have changed, until `stopping`. */
export async function keepLines(db: Database, stopping: AbortSignal): Promise<void> {
  for (let rounds = 0; !stopping.aborted; rounds++) {
    try {
      await countEach(db, rounds % roundsToAny === 0);
    } catch (err) {
      // Another worker counted at the same time, or the database is away: the next round will do.
      if (!stopping.aborted) log.warn({ err }, "a line could not be counted again");
    }
    await pause(round, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

async function countEach(db: Database, anyway: boolean): Promise<void> {
  const changed = await rows<{ project_id: number }>(
    db,
    sql`select id as project_id from projects p where exists (select from line_changes c where c.project_id = p.id)`,
  );
  for (const { project_id: projectId } of changed) await countLine(db, projectId, { anyway });
}
