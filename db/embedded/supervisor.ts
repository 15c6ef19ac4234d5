import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";

/** The connection by which a living Gatehouse shows that the server is its own; it ends with the process, however that ends. */
export type Supervisor = { sql: postgres.Sql; release(): Promise<void> };

const lock = 7_305_042_018;

/** Takes the server at this address for this process. `"taken"` when another living process has it, `"away"` when nothing answers within `patience` ms. */
export async function supervise(url: string, patience: number, onLost: () => void): Promise<Supervisor | "taken" | "away"> {
  for (const until = Date.now() + patience; ; await pause(25)) {
    let held = false;
    const sql = postgres(url, {
      max: 1,
      connect_timeout: 5,
      idle_timeout: 0,
      max_lifetime: null,
      onnotice: () => {},
      onclose: () => held && onLost(),
      connection: { application_name: "gatehouse supervisor" },
    });
    try {
      const [row] = await sql`select pg_try_advisory_lock(${lock}) as got`;
      held = row?.got === true;
    } catch (error) {
      await sql.end({ timeout: 0 });
      refuseWrongPassword(error);
      if (Date.now() > until) return "away";
      continue;
    }
    const release = () => {
      held = false;
      return sql.end({ timeout: 0 });
    };
    if (held) return { sql, release };
    await release();
    return "taken";
  }
}

function refuseWrongPassword(error: unknown): void {
  if ((error as { code?: string }).code !== "28P01") return;
  throw new Error("The database does not take the password kept beside it: restore the file `password` from a backup.");
}
