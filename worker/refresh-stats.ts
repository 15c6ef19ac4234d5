import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@/core/context";
import { countFirst, keepFresh } from "@/core/stats/fresh";
import type { Database } from "@/db/client";
import { log } from "@/lib/log";

/** How often kept figures are looked through, in milliseconds. */
const round = 60_000;

/** How many rounds it takes until figures that are not kept are looked for: after a crash of the database none is. */
const roundsToFirst = 30;

/** Keeps the figures of all projects fresh until `stopping`. */
export async function keepFigures(db: Database, contextOf: (projectId: number) => Context, stopping: AbortSignal): Promise<void> {
  for (let rounds = 0; !stopping.aborted; rounds++) {
    try {
      if (rounds % roundsToFirst === 0) await countFirst(db, contextOf, stopping);
      await keepFresh(db, contextOf, stopping);
    } catch (err) {
      if (!stopping.aborted) log.error({ err }, "the figures could not be looked through");
    }
    await pause(round, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}
