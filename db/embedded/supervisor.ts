import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";

/** A connection that holds a lock for as long as this Gatehouse process lives. It shows that the server is in use. */
export type Supervisor = { sql: postgres.Sql; release(): Promise<void> };

const supervisorLockId = 7_305_042_018;

/** Locks the server at `url` for this process. Returns "taken" if another process holds the lock, or "away" if nothing responds within `timeoutMs`. */
export async function acquireSupervisorLock(url: string, timeoutMs: number, onLost: () => void): Promise<Supervisor | "taken" | "away"> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(25)) {
    let isHeld = false;
    const sql = postgres(url, {
      max: 1,
      connect_timeout: 5,
      idle_timeout: 0,
      max_lifetime: null,
      onnotice: () => {},
      onclose: () => isHeld && onLost(),
      connection: { application_name: "gatehouse supervisor" },
    });
    try {
      const [row] = await sql`select pg_try_advisory_lock(${supervisorLockId}) as acquired`;
      isHeld = row?.acquired === true;
    } catch (error) {
      await sql.end({ timeout: 0 });
      assertPasswordAccepted(error);
      if (Date.now() > deadline) return "away";
      continue;
    }
    const release = () => {
      isHeld = false;
      return sql.end({ timeout: 0 });
    };
    if (isHeld) return { sql, release };
    await release();
    return "taken";
  }
}

function assertPasswordAccepted(error: unknown): void {
  if ((error as { code?: string }).code !== "28P01") return;
  throw new Error("The database rejected the password in its folder. Restore the file `password` from a backup.");
}
