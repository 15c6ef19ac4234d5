import { sql } from "drizzle-orm";
import { withTimeout } from "@/lib/timeout";
import type { Database } from "./client";
import { readDatabaseClock } from "./clock";
import { withRequestLimit } from "./request-limit";

const pingIntervalMs = 1000;
const pingTimeoutMs = 2000;

export type Availability = {
  /** Returns how long the database has not responded, in milliseconds. Infinity if it never has. */
  unavailableForMs(): number;
};

/** Resolves when the database responds. */
export const pingDatabase = (db: Database) => db.execute(sql`select`);

/**
 * Reads the time of the database every second, without keeping the process alive, and calls `load` once it responds. Its answers also show the pool that
 * slow statements aren't lost.
 */
export function watchAvailability(db: Database, load: () => Promise<void>): Availability {
  let lastSeen = Number.NEGATIVE_INFINITY;
  let hasLoaded = false;
  const ping = async () => {
    if (
      await withTimeout(
        withRequestLimit(async () => {
          if (!hasLoaded) await load();
          hasLoaded = true;
          await readDatabaseClock(db);
          return true;
        }),
        pingTimeoutMs,
      ).catch(() => null)
    )
      lastSeen = Date.now();
  };
  setInterval(ping, pingIntervalMs).unref();
  void ping();
  return { unavailableForMs: () => Math.max(0, Date.now() - lastSeen) };
}
