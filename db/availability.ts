import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { withRequestLimit } from "./request-limit";

const pingIntervalMs = 1000;
const pingTimeoutMs = 2000;

export type Availability = {
  /** Returns how long the database has not responded, in milliseconds. Infinity if it never has. */
  unavailableForMs(): number;
};

/** Pings the database every second, without keeping the process alive. Its answers also show the pool that slow statements aren't lost. */
export function watchAvailability(db: Database): Availability {
  let lastSeen = Number.NEGATIVE_INFINITY;
  const ping = async () => {
    if (
      await withTimeout(
        withRequestLimit(async () => db.execute(sql`select 1`)),
        pingTimeoutMs,
      )
    )
      lastSeen = Date.now();
  };
  setInterval(ping, pingIntervalMs).unref();
  void ping();
  return { unavailableForMs: () => Math.max(0, Date.now() - lastSeen) };
}

/** Returns the promise's result, or null if it fails or takes longer than `milliseconds`. */
export async function withTimeout<T>(promise: PromiseLike<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
    timer.unref();
  });
  try {
    return await Promise.race([promise, timeout]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
